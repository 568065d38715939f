import { mount } from "svelte";
import App from "./App.svelte";
import { settings, watchSettings } from "./settings.svelte";
import "./theme.css";
import { best, words } from "./words.svelte";

watchSettings();
await words.use(best([settings.language ?? "", ...navigator.languages]));
mount(App, { target: document.getElementById("app")! });
