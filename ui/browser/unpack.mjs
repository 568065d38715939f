// Unpacks the Chromium that npm has fetched into node_modules/unpacked, with libraries and a font that a minimal Linux lacks.
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

const folder = fileURLToPath(new URL("node_modules/unpacked", import.meta.url));
mkdirSync(folder, { recursive: true });
process.env.TMPDIR = folder; // the package unpacks into the temporary folder

const { inflate } = await import("@sparticuz/chromium");
const packed = fileURLToPath(new URL("../bin", import.meta.resolve("@sparticuz/chromium")));
for (const part of ["al2023.tar.br", "fonts.tar.br", "chromium.br"]) {
  await inflate(join(packed, part));
}
// Use our font and those of the system, if any.
writeFileSync(
  join(folder, "fonts.conf"),
  `<?xml version="1.0"?>
<!DOCTYPE fontconfig SYSTEM "urn:fontconfig:fonts.dtd">
<fontconfig>
  <dir>${join(folder, "fonts")}</dir>
  <cachedir>${join(folder, "fonts-cache")}</cachedir>
  <include ignore_missing="yes">/etc/fonts/fonts.conf</include>
</fontconfig>
`,
);
