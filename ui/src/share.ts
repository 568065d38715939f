/** Sharing a result: a picture drawn on a canvas, and the text beside it. */
import { chart, marker, spread, STYLES } from "./chart";
import type { Result } from "./protocol/messages";
import { ranking } from "./result-texts";

export interface SharedResult {
  title: string;
  /** "Carla has won". */
  headline: string;
  names: string[];
  result: Result;
}

const WIDTH = 960;
const INK = "#2b1a10";
const SOFT = "#7a6554";
const FONT = "system-ui, sans-serif";

/** The picture of a result as a PNG. */
export function picture({ title, headline, names, result }: SharedResult): Promise<Blob | null> {
  const rows = ranking(result);
  const course = result.rounds.length ? chart(result.rounds, names.length) : null;
  const tableTop = 150;
  const chartTop = tableTop + rows.length * 46 + 20;
  const scale = course ? (WIDTH - 80) / course.width : 1;
  const canvas = document.createElement("canvas");
  canvas.width = WIDTH;
  canvas.height = chartTop + (course ? course.height * scale + 30 : 20);
  const pen = canvas.getContext("2d");
  if (!pen) return Promise.resolve(null);
  const text = (content: string, x: number, y: number, font: string, colour = INK, align: CanvasTextAlign = "left") => {
    pen.font = `${font} ${FONT}`;
    pen.fillStyle = colour;
    pen.textAlign = align;
    pen.fillText(content, x, y, WIDTH - 80);
  };
  pen.fillStyle = "#fdf6e7";
  pen.fillRect(0, 0, canvas.width, canvas.height);
  pen.fillStyle = "#e8772e";
  pen.fillRect(0, 0, canvas.width, 12);
  text(`Forno · ${title}`, 40, 62, "600 26px", SOFT);
  text(headline, 40, 112, "700 42px");
  rows.forEach((seat, k) => {
    const y = tableTop + 34 + k * 46;
    const weight = result.places[seat] === 1 ? 700 : 400;
    text(`${result.places[seat]}.`, 40, y, `${weight} 26px`);
    text(names[seat] ?? "", 90, y, `${weight} 26px`);
    text(result.rounds.map((points) => points[seat] ?? 0).join("  "), WIDTH - 150, y, "400 22px", SOFT, "right");
    text(String(result.scores[seat]), WIDTH - 40, y, `700 28px`, INK, "right");
  });
  if (course) drawCourse(pen, course, names, chartTop, scale);
  return new Promise((resolve) => canvas.toBlob(resolve, "image/png"));
}

function drawCourse(
  pen: CanvasRenderingContext2D,
  { grid, columns, lines, height }: ReturnType<typeof chart>,
  names: string[],
  top: number,
  scale: number,
): void {
  pen.save();
  pen.translate(40, top);
  pen.scale(scale, scale);
  pen.font = `12px ${FONT}`;
  pen.fillStyle = SOFT;
  pen.strokeStyle = "#dccbb2";
  for (const { y, total } of grid) {
    pen.stroke(new Path2D(`M28 ${y}H${columns.at(-1)?.x ?? 28}`));
    pen.textAlign = "right";
    pen.fillText(String(total), 22, y + 4);
  }
  pen.textAlign = "center";
  for (const { x, round } of columns) pen.fillText(String(round), x, height - 6);
  pen.textAlign = "left";
  pen.lineWidth = 2.5;
  const labels = spread(
    lines.map(({ points }) => points.at(-1)!.y),
    15,
    height - 8,
  );
  for (const { seat, points } of lines) {
    const { colour, dash } = STYLES[seat % STYLES.length]!;
    pen.strokeStyle = pen.fillStyle = colour;
    pen.setLineDash([...dash]);
    pen.stroke(new Path2D(`M${points.map(({ x, y }) => `${x} ${y}`).join("L")}`));
    pen.setLineDash([]);
    const shapes = new Path2D(points.map(({ x, y }) => marker(seat, x, y)).join(""));
    // oxlint-disable-next-line unicorn/no-array-fill-with-reference-type -- a canvas, not an array
    pen.fill(shapes);
    pen.fillText(names[seat] ?? "", points.at(-1)!.x + 10, labels[seat]! + 4, 95);
  }
  pen.restore();
}

/** Offers a file for download. */
export function download(file: Blob, name: string): void {
  const link = document.createElement("a");
  link.href = URL.createObjectURL(file);
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 10_000);
}

/** Shares by the device's own dialog, with the picture if it takes files. Returns false if there is no such dialog. */
export async function shareByDevice(title: string, text: string, image: Blob | null): Promise<boolean> {
  if (!("share" in navigator)) return false;
  const files = image ? [new File([image], "forno.png", { type: "image/png" })] : [];
  const withFiles = files.length && navigator.canShare?.({ files });
  try {
    await navigator.share({ title, text, ...(withFiles ? { files } : {}) });
  } catch (error) {
    if (!(error instanceof DOMException && error.name === "AbortError")) throw error; // else the reader has changed their mind
  }
  return true;
}
