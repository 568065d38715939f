"""Draw the pictures in ui/public from our own drawings: the icons of the app, and the preview of a shared link. Run it with `make icons`."""

from pathlib import Path

from playwright.sync_api import Browser, sync_playwright

from web.browsers import open_browser

UI = Path(__file__).resolve().parent.parent / "ui"
PUBLIC = UI / "public"
DRAWINGS = UI / "src" / "lib" / "drawings"
FONT = UI / "node_modules" / "@fontsource-variable" / "fraunces" / "files" / "fraunces-latin-wght-normal.woff2"
GROUND = "#f7ecd9"
CARDS = ("pineapple", "pepper", "salami", "mushroom", "olive", "shrimp", "tomato")


def logo() -> str:
    return (PUBLIC / "favicon.svg").read_text(encoding="utf-8")


def icon(margin: int, radius: int) -> str:
    """The logo on a ground. Systems cut a maskable icon to a shape of their own, so it has a wide margin and no corners."""
    return f"""
        <style>
            body {{ margin: 0; }}
            div {{ box-sizing: border-box; width: 100vw; height: 100vh; padding: {margin}%;
                   border-radius: {radius}%; background: {GROUND}; }}
            svg {{ display: block; width: 100%; height: 100%; }}
        </style>
        <div>{logo()}</div>"""


def preview() -> str:
    middle = (len(CARDS) - 1) / 2
    cards = "".join(
        f'<i style="rotate:{(k - middle) * 9}deg; translate:0 {(k - middle) ** 2 * 9}px">{drawing(name)}</i>'
        for k, name in enumerate(CARDS)
    )
    return f"""
        <style>
            @font-face {{ font-family: Fraunces; font-weight: 100 900; src: url("{FONT.as_uri()}"); }}
            body {{ margin: 0; height: 630px; overflow: hidden; background: {GROUND}; color: #2b1d14;
                    font: 700 150px/1 Fraunces; text-align: center; }}
            header {{ display: flex; gap: 40px; align-items: center; justify-content: center; padding-top: 62px; }}
            header svg {{ width: 190px; }}
            main {{ display: flex; justify-content: center; margin-top: 56px; }}
            i {{ width: 170px; height: 250px; margin: 0 -8px; padding: 34px 24px; box-sizing: border-box;
                 border-radius: 18px; background: #fffdf8; box-shadow: 0 8px 24px rgb(60 20 0 / 0.3);
                 transform-origin: 50% 100%; }}
        </style>
        <header>{logo()}Forno</header><main>{cards}</main>"""


def drawing(name: str) -> str:
    return (DRAWINGS / f"{name}.svg").read_text(encoding="utf-8")


def draw(browser: Browser, name: str, html: str, width: int, height: int) -> None:
    page = browser.new_page(viewport={"width": width, "height": height})
    page.goto(PUBLIC.as_uri())  # from here, a font can be read from a file
    page.set_content(html)
    page.evaluate("document.fonts.ready")
    page.screenshot(path=PUBLIC / name, omit_background=True)
    page.close()


def main() -> None:
    with sync_playwright() as playwright:
        browser = open_browser(playwright)
        assert browser is not None, "no browser: make browser"
        for name, size, margin, radius in (
            ("icon-180.png", 180, 12, 0),
            ("icon-192.png", 192, 12, 22),
            ("icon-512.png", 512, 12, 22),
            ("icon-maskable-512.png", 512, 22, 0),
        ):
            draw(browser, name, icon(margin, radius), size, size)
        draw(browser, "preview.png", preview(), 1200, 630)
        browser.close()


if __name__ == "__main__":
    main()
