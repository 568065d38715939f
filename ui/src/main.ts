import { mount } from "svelte";
import App from "./App.svelte";
import { pathTo } from "./base";
import { settings, watchSettings } from "./settings.svelte";
import "./theme.css";
import { bestLanguage, words } from "./words.svelte";

watchSettings();
await words.setLanguage(bestLanguage([settings.language ?? "", ...navigator.languages]));
mount(App, { target: document.getElementById("app")! });

// The page works without it, for example where the browser forbids it.
if (import.meta.env.PROD) await navigator.serviceWorker?.register(pathTo("/sw.js")).catch(() => {});
