import { mount } from "svelte";
import "../theme.css";
import { watchSettings } from "../settings.svelte";
import { words } from "../words.svelte";
import Gallery from "./Gallery.svelte";

watchSettings();
await words.setLanguage(new URLSearchParams(location.search).get("lang") ?? "en");
mount(Gallery, { target: document.getElementById("app")! });
