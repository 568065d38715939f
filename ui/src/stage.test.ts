import { expect, test } from "vitest";
import { Stage } from "./stage";
import { event, position } from "./testing";

function stageAt(instant = false) {
  const said: number[] = [];
  const stage = new Stage(
    (events) => said.push(...events.map(({ number }) => number)),
    () => instant,
  );
  stage.push(position(1, [event(0)], { all: true }), []);
  return { stage, said };
}

test("one position at a time, the next when the table is done", () => {
  const { stage, said } = stageAt();
  stage.push(position(2, [event(1)]), [event(1)]);
  stage.push(position(3, [event(2)]), [event(2)]);
  expect(stage.scene?.position.number).toBe(2);
  expect(stage.log).toHaveLength(1);
  stage.done();
  expect(stage.scene?.position.number).toBe(3);
  expect(said).toEqual([1]);
  stage.done();
  expect(stage.busy).toBe(false);
  expect(stage.scene?.fresh).toEqual([]);
  expect(stage.log.map(({ number }) => number)).toEqual([0, 1, 2]);
});

test("a position without anything to show does not wait", () => {
  const { stage } = stageAt();
  stage.push(position(2, []), []);
  expect(stage.scene?.position.number).toBe(2);
  expect(stage.busy).toBe(false);
});

test("done twice is done once", () => {
  const { stage } = stageAt();
  stage.push(position(2, [event(1)]), [event(1)]);
  stage.push(position(3, [event(2)]), [event(2)]);
  stage.done();
  stage.done();
  stage.done();
  expect(stage.log).toHaveLength(3);
});

test("skipping leads to the present and tells all of it", () => {
  const { stage, said } = stageAt();
  for (const number of [1, 2, 3]) stage.push(position(number + 1, [event(number)]), [event(number)]);
  stage.skip();
  expect(stage.scene?.position.number).toBe(4);
  expect(said).toEqual([1, 2, 3]);
  expect(stage.busy).toBe(false);
});

test("who wants it instantly never waits", () => {
  const { stage, said } = stageAt(true);
  stage.push(position(2, [event(1)]), [event(1)]);
  expect(stage.scene).toMatchObject({ position: { number: 2 }, fresh: [] });
  expect(said).toEqual([1]);
});

test("who is far behind is taken to the present", () => {
  const { stage } = stageAt();
  for (let number = 1; number < 70; number++) stage.push(position(number + 1, [event(number)]), [event(number)]);
  expect(stage.scene!.position.number).toBeGreaterThan(60);
  stage.skip();
  expect(stage.log.map(({ number }) => number)).toEqual([...Array(70).keys()]);
});

test("a fresh start forgets what was waiting", () => {
  const { stage } = stageAt();
  stage.push(position(2, [event(1)]), [event(1)]);
  stage.push(position(5, [event(0)], { all: true }), []);
  expect(stage.busy).toBe(false);
  expect(stage.scene?.position.number).toBe(5);
  expect(stage.log).toHaveLength(1);
});
