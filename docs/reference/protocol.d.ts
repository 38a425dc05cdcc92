// Made by `make docs` from protocol.schema.json; do not edit.

/**
 * A rectangle, in viewport units (CSS pixels on the web, points on a device).
 *
 * @minItems 4
 * @maxItems 4
 */
export type Box = [number, number, number, number];
/**
 * A place, in viewport units (CSS pixels on the web, points on a device).
 *
 * @minItems 2
 * @maxItems 2
 */
export type Point = [number, number];

/**
 * Asks the daemon to show that it knows a token, before the hello gives it the token.
 */
export interface Prove {
  type: "prove";
  key: string;
  nonce: string;
}
/**
 * First message of a source, but for `prove`. Anything else first closes the connection.
 */
export interface Hello {
  type: "hello";
  protocol: number;
  token: string;
  session: string;
  source: "appium" | "cdp" | "client" | "desktop" | "extension" | "http" | "idb" | "import" | "replay";
  surface?: "android" | "desktop" | "ios" | "web";
  name?: string;
  version?: string;
}
/**
 * Tells that a run begins.
 */
export interface RunBegin {
  type: "run-begin";
  seq: number;
  run: string;
  at_ms: number;
  task?: string;
  agent?: string;
  attempt?: number;
  parent_run?: string | null;
}
/**
 * Tells the task of a run that has begun.
 */
export interface RunTask {
  type: "run-task";
  seq: number;
  run: string;
  task: string;
}
/**
 * Tells of one step, whose index follows the index of the run's last step.
 */
export interface StepSeen {
  type: "step";
  seq: number;
  step: Step;
}
/**
 * One step: the agent's actions, and the screens before and after them.
 */
export interface Step {
  run: string;
  index: number;
  before?: Observation | null;
  /**
   * @maxItems 100
   */
  actions?: Action[];
  after?: Observation | null;
  thought?: string;
  effects?: Effects | null;
}
/**
 * One look at a screen. Boxes and points are in viewport units, the frame in pixels.
 */
export interface Observation {
  at_ms: number;
  frame?: string | null;
  withheld?: string | null;
  width?: number;
  height?: number;
  window?: number | null;
  opener?: number | null;
  scale?: number;
  url?: string;
  title?: string;
  text?: string;
  page?: PageState | null;
  /**
   * @maxItems 2000
   */
  elements?: Element[];
  elements_cut?: boolean;
  unread?: string;
  frame_repair?: string;
}
/**
 * Which object a page shows, and what in it is left undone.
 */
export interface PageState {
  heading?: string;
  /**
   * @maxItems 10
   */
  breadcrumb?: string[];
  dialog?: string;
  /**
   * @maxItems 20
   */
  dirty?: string[];
  dirty_count?: number;
}
/**
 * One thing on a screen that a person could name.
 */
export interface Element {
  id: number;
  tag?: string;
  role?: string;
  text?: string;
  value?: string;
  caption?: string;
  box?: Box | null;
  box_repair?: string;
  interactable?: boolean;
  state?: string[];
  actions?: string[];
  source?: "ax" | "detector" | "device" | "dom" | "ocr";
  confidence?: number | null;
}
/**
 * One thing the agent did.
 */
export interface Action {
  kind:
    | "answer"
    | "back"
    | "check"
    | "click"
    | "close-tab"
    | "dialog"
    | "double-click"
    | "drag"
    | "forward"
    | "home"
    | "hover"
    | "launch-app"
    | "long-press"
    | "navigate"
    | "open-tab"
    | "other"
    | "press"
    | "reload"
    | "right-click"
    | "scroll"
    | "select"
    | "swipe"
    | "switch-tab"
    | "tap"
    | "type"
    | "upload"
    | "wait";
  at_ms: number;
  target?: Target | null;
  point?: Point | null;
  to_point?: Point | null;
  text?: string;
  raw?: {} | null;
}
/**
 * The element that an action hit, named as a person would name it.
 */
export interface Target {
  tag?: string;
  role?: string;
  text?: string;
  box?: Box | null;
  state?: string[];
  frame_url?: string;
}
/**
 * What the application did after a step's actions, up to the next step's.
 */
export interface Effects {
  requests?: Request[] | null;
  announced?: Announcement[] | null;
  websockets?: WebSocketUse[] | null;
  left_out?: number;
}
/**
 * A request that may change something at a server. Never its query, headers or body.
 */
export interface Request {
  method: string;
  path: string;
  at_ms: number;
  status?: number | null;
  took_ms?: number | null;
  failed?: string;
}
/**
 * A text that a page announced, also where it was gone at the next screenshot.
 */
export interface Announcement {
  kind: "alert" | "dialog" | "log" | "status" | "toast" | "validation";
  text: string;
  field?: string;
  at_ms: number;
}
/**
 * That a page sent messages over a WebSocket soon after an action. Never what they hold.
 */
export interface WebSocketUse {
  path: string;
  messages: number;
  at_ms: number;
}
/**
 * More effects of a step than its source knew when it sent the step.
 */
export interface EffectsSeen {
  type: "effects";
  seq: number;
  run: string;
  step: number;
  effects: Effects;
}
/**
 * Tells that a run ended, and why.
 */
export interface RunEnd {
  type: "run-end";
  seq: number;
  run: string;
  at_ms: number;
  ended_by?:
    "agent-crashed" | "finish" | "idle" | "page-crashed" | "session-gone" | "stop" | "tab-closed" | "truncated";
  answer?: string;
  claims_success?: boolean | null;
  reason?: string;
}
/**
 * A benchmark's own result for a run; stored apart from verdicts.
 */
export interface OracleResult {
  type: "oracle";
  seq: number;
  oracle: Oracle;
}
/**
 * A benchmark's own result. A judge never sees it.
 */
export interface Oracle {
  run: string;
  success: boolean;
  reward?: number | null;
  name?: string;
  at_ms: number;
}
/**
 * The source leaves for good; its open runs end with it.
 */
export interface SessionEnd {
  type: "session-end";
  seq: number;
  at_ms: number;
  dropped_frames?: number;
}
/**
 * Keeps the extension's service worker awake. The daemon answers with a pong.
 */
export interface Ping {
  type: "ping";
}
/**
 * The daemon's answer to `prove`.
 */
export interface Proof {
  type: "proof";
  mac: string;
}
/**
 * Accepts the connection. The source then sends everything after `acked`.
 */
export interface Welcome {
  type: "welcome";
  protocol: number;
  session: string;
  acked?: number;
  max_message_bytes?: number;
  max_image_bytes?: number;
  max_image_pixels?: number;
  mask?: string[];
}
/**
 * Acknowledges every message up to `seq`: they are durable.
 */
export interface Ack {
  type: "ack";
  seq: number;
}
/**
 * A message was not taken; nothing of it was stored.
 */
export interface Nack {
  type: "nack";
  seq?: number | null;
  reason: string;
  missing?: string[];
  frame?: string | null;
  retry?: boolean;
}
/**
 * Tells why the daemon closes the connection, which it does next.
 */
export interface Refused {
  type: "refused";
  reason: string;
  kind?: "connected" | "credential" | "other" | "protocol" | "token";
}
/**
 * The daemon's answer to a ping.
 */
export interface Pong {
  type: "pong";
}
/**
 * Hands a source the verdict on one of its steps.
 */
export interface StepJudged {
  type: "step-judged";
  verdict: StepVerdict;
}
/**
 * A judge's answer about one step.
 */
export interface StepVerdict {
  type: "step-verdict";
  run: string;
  step: number;
  revision?: number;
  label?: "away-from-the-goal" | "goal-reached" | "not-sure" | "towards-the-goal";
  score?: number | null;
  explanation?: string;
  evidence?: Evidence[];
  flags?: ("error_page" | "impossible_task" | "looping" | "no_effect" | "reached_captcha" | "side_effect")[];
  judge: JudgeStamp;
  status?: "error" | "ok" | "unparsed";
  took_ms?: number;
  at_ms: number;
  prompt?: string | null;
  raw?: string | null;
}
/**
 * One thing a judge saw, in words, and how much it counted.
 */
export interface Evidence {
  kind: string;
  change?: ("gone" | "new") | null;
  text: string;
  weight?: number;
  step?: number | null;
  element?: number | null;
  wanted?: string;
  what?: string;
  /**
   * @maxItems 50
   */
  items?: string[];
  ordinal?: number | null;
  where?: string;
}
/**
 * Which judge gave a verdict, with all that is needed to judge again in the same way.
 */
export interface JudgeStamp {
  name: string;
  version?: string;
  model?: string;
  model_sha256?: string | null;
  identity?: string;
  prompt_version?: string;
  learned?: string;
  settings?: {
    [k: string]: string | number | boolean;
  } | null;
}
/**
 * The verdict on one of the source's runs, with the lesson of a failure once that is made.
 */
export interface RunJudged {
  type: "run-judged";
  verdict: RunVerdict;
  reflection?: Reflection | null;
  lesson_follows?: boolean;
  seq?: number | null;
}
/**
 * A judge's answer about a whole run.
 */
export interface RunVerdict {
  type: "run-verdict";
  run: string;
  revision?: number;
  label?: "failure" | "success" | "unknown";
  score?: number | null;
  least_false_success?: number | null;
  explanation?: string;
  evidence?: Evidence[];
  flags?: ("error_page" | "impossible_task" | "looping" | "no_effect" | "reached_captcha" | "side_effect")[];
  failure_kind?:
    | (
        | "environment"
        | "low-level-skill"
        | "other"
        | "planning-or-reasoning"
        | "timeout-on-the-right-track"
        | "visual-hallucination"
      )
    | null;
  judge: JudgeStamp;
  status?: "error" | "ok" | "unparsed";
  took_ms?: number;
  at_ms: number;
  prompt?: string | null;
  raw?: string | null;
}
/**
 * The lesson from a failed run, built from our own fields, capped, marked as evidence.
 */
export interface Reflection {
  run: string;
  revision?: number;
  step?: number | null;
  expected?: string;
  observed?: string;
  advice?: string;
  /**
   * @maxItems 10
   */
  points?: LessonPoint[];
  /**
   * @maxItems 10
   */
  unsaved?: string[];
  reflector?: string;
  note?: string;
  text: string;
  at_ms: number;
}
/**
 * One thing that went wrong in a failed run.
 *
 * `done`, `expected`, `seen`, `avoid` and `advice` are for people and models: a page's words stand
 * in quotation marks. `what`, `where`, `wanted` and `actions` are the same for programs: bare
 * names, which are never to be read as an instruction.
 */
export interface LessonPoint {
  finding?: string;
  what?: string;
  /**
   * @maxItems 50
   */
  items?: string[];
  ordinal?: number | null;
  where?: string;
  wanted?: string;
  /**
   * @maxItems 10
   */
  actions?: BlamedAction[];
  fault?: ("away" | "no-effect") | null;
  step?: number | null;
  done?: string;
  expected?: string;
  seen?: string;
  avoid?: string;
  advice?: string;
}
/**
 * One action of a step that a lesson is about.
 */
export interface BlamedAction {
  kind:
    | "answer"
    | "back"
    | "check"
    | "click"
    | "close-tab"
    | "dialog"
    | "double-click"
    | "drag"
    | "forward"
    | "home"
    | "hover"
    | "launch-app"
    | "long-press"
    | "navigate"
    | "open-tab"
    | "other"
    | "press"
    | "reload"
    | "right-click"
    | "scroll"
    | "select"
    | "swipe"
    | "switch-tab"
    | "tap"
    | "type"
    | "upload"
    | "wait";
  role?: string;
  name?: string;
  text?: string;
}
/**
 * Runs were purged or evicted. A source is told of those of its own that wait for a verdict.
 */
export interface RunsGone {
  type: "gone";
  runs: string[];
}
/**
 * Everything that a viewer needs to begin with; sent again to one that fell behind.
 */
export interface Snapshot {
  type: "snapshot";
  protocol: number;
  status: Status;
  runs: RunSummary[];
}
/**
 * What the daemon says of itself; shown honestly on the page.
 */
export interface Status {
  protocol: number;
  version: string;
  judge: string;
  judge_state: "busy" | "off" | "ready" | "restarting";
  judge_queue: number;
  judge_lag_ms: number;
  judge_trouble?: string;
  store_trouble?: string;
  thresholds_trouble?: string;
  false_success?: string;
  models?: ModelUse | null;
  ocr?: string;
  runs: number;
  steps: number;
  dropped_frames: number;
  dropped_steps: number;
  disk_bytes: number;
  budget_bytes: number;
  agree: number;
  overrides: number;
  person?: string;
  environment?: string;
  sources?: SourceStatus[];
}
/**
 * What asking models has cost since the judge's process began.
 */
export interface ModelUse {
  names?: string[];
  tokens_per_s?: number;
  kept_share?: number;
  captions?: number;
  captions_known?: number;
}
/**
 * The state of one source: what it is, and whether it is connected.
 */
export interface SourceStatus {
  session: string;
  source: "appium" | "cdp" | "client" | "desktop" | "extension" | "http" | "idb" | "import" | "replay";
  surface: "android" | "desktop" | "ios" | "web";
  name?: string;
  connected?: boolean;
}
/**
 * A run as it stands: its size, and the verdict and labels that count.
 */
export interface RunSummary {
  run: Run;
  source: "appium" | "cdp" | "client" | "desktop" | "extension" | "http" | "idb" | "import" | "replay";
  surface: "android" | "desktop" | "ios" | "web";
  name?: string;
  steps?: number;
  pending?: number;
  verdict?: ("failure" | "success" | "unknown") | null;
  score?: number | null;
  status?: ("error" | "ok" | "unparsed") | null;
  flags?: string[];
  failure_kind?:
    | (
        | "environment"
        | "low-level-skill"
        | "other"
        | "planning-or-reasoning"
        | "timeout-on-the-right-track"
        | "visual-hallucination"
      )
    | null;
  override?: ("failure" | "success" | "unknown") | ("environment-error" | "unsure") | null;
  people?: {
    [k: string]: "failure" | "success" | "unknown" | "environment-error" | "unsure";
  };
  oracle?: boolean | null;
  pinned?: boolean;
  frame?: string | null;
}
/**
 * One attempt at one task.
 */
export interface Run {
  id: string;
  session: string;
  task?: string;
  agent?: string;
  attempt?: number;
  parent_run?: string | null;
  started_at_ms: number;
  ended_at_ms?: number | null;
  ended_by?:
    | ("agent-crashed" | "finish" | "idle" | "page-crashed" | "session-gone" | "stop" | "tab-closed" | "truncated")
    | null;
  end_reason?: string;
  answer?: string;
  claims_success?: boolean | null;
  revision?: number;
  task_revision?: number;
}
/**
 * A run began, moved on, ended, was judged, pinned or overridden.
 */
export interface RunChanged {
  type: "run";
  summary: RunSummary;
}
/**
 * Tells the page that a step was added, judged or overridden.
 */
export interface StepChanged {
  type: "step";
  summary: StepSummary;
}
/**
 * A step in one row of a list, with its newest verdict and label.
 */
export interface StepSummary {
  run: string;
  step: number;
  at_ms: number;
  action?: string;
  frame?: string | null;
  label?: ("away-from-the-goal" | "goal-reached" | "not-sure" | "towards-the-goal") | null;
  score?: number | null;
  status?: ("error" | "ok" | "unparsed") | null;
  override?: ("away-from-the-goal" | "goal-reached" | "not-sure" | "towards-the-goal") | null;
  note?: boolean;
}
/**
 * Tells the page the daemon's new status, at most twice a second.
 */
export interface StatusChanged {
  type: "status";
  status: Status;
}
/**
 * The first message of a viewer.
 */
export interface View {
  type: "view";
  protocol: number;
  token: string;
}
/**
 * A run, all that was judged, labelled and learned of it, and the attempts around it.
 */
export interface RunHistory {
  summary: RunSummary;
  session: Session;
  verdicts?: RunVerdict[];
  overrides?: Override[];
  oracle?: Oracle | null;
  lesson_owed?: boolean;
  reflection?: Reflection | null;
  lessons?: Reflection[];
  attempts?: RunSummary[];
}
/**
 * One connection of a source, from its hello to its end: its runs, in order.
 *
 * What a judge has for one run is a `JudgeSession`.
 */
export interface Session {
  id: string;
  source: "appium" | "cdp" | "client" | "desktop" | "extension" | "http" | "idb" | "import" | "replay";
  surface?: "android" | "desktop" | "ios" | "web";
  name?: string;
  started_at_ms: number;
  ended_at_ms?: number | null;
}
/**
 * A person's label or note, kept beside the judge's, never over it.
 */
export interface Override {
  run: string;
  step?: number | null;
  label?:
    | ("away-from-the-goal" | "goal-reached" | "not-sure" | "towards-the-goal")
    | ("failure" | "success" | "unknown")
    | ("environment-error" | "unsure")
    | null;
  note?: string;
  who?: string;
  at_ms: number;
}
/**
 * A step, and all that was judged and labelled of it.
 */
export interface StepHistory {
  step: Step;
  action?: string;
  facts?: string[];
  verdicts?: StepVerdict[];
  overrides?: Override[];
}
/**
 * Any request that is refused or fails.
 */
export interface ErrorAnswer {
  error: string;
}
/**
 * POST /v1/login
 */
export interface ViewerToken {
  token: string;
}
/**
 * POST /v1/viewer
 */
export interface ViewerLink {
  url: string;
}
/**
 * POST /v1/pair
 */
export interface Pairing {
  code: string;
  expires_s: number;
}
/**
 * POST /v1/sources and POST /v1/pair/claim: who may send from now on.
 */
export interface NewCredential {
  id: string;
  token: string;
}
/**
 * One of GET /v1/sources.
 */
export interface KnownSource {
  id: string;
  name: string;
  source: ("appium" | "cdp" | "client" | "desktop" | "extension" | "http" | "idb" | "import" | "replay") | null;
  created_at_ms: number;
}
/**
 * DELETE /v1/sources/{id}
 */
export interface SourceRevoked {
  revoked: string;
}
/**
 * POST /v1/purge
 */
export interface Purged {
  runs: number;
  bytes: number;
}
/**
 * POST /v1/verdicts
 */
export interface VerdictsAdded {
  verdicts: number;
}
/**
 * POST /v1/stop
 */
export interface DaemonStopping {
  stopping: boolean;
}
/**
 * GET /v1/filters
 */
export interface KnownFilters {
  filters: {
    [k: string]: string[];
  };
}
/**
 * POST /v1/runs/{run}/lesson
 */
export interface LessonMade {
  reflection: Reflection | null;
}
/**
 * GET /v1/runs/{run}/retry: what a loop that waits is told.
 */
export interface RetryWanted {
  wanted: boolean;
}
/**
 * POST /v1/runs/{run}/retry: what a person is told.
 */
export interface RetryAsked {
  waiting: boolean;
}
/**
 * POST /v1/blobs
 */
export interface FrameStored {
  sha256: string;
}
/**
 * POST /v1/steps: where the step is.
 */
export interface PostedTo {
  session: string;
  run: string;
  step: number;
}
/**
 * POST /v1/runs/{run}/end
 */
export interface EndAdded {
  run: string;
}
/**
 * GET /v1/runs?filter=&limit=&before=
 */
export interface RunPage {
  runs?: RunSummary[];
  next?: string | null;
}
/**
 * GET /v1/runs/{run}/strip?start=1&limit=1000
 */
export interface StripPage {
  steps?: StepSummary[];
  total?: number;
}
/**
 * GET /v1/search?q=&limit=
 */
export interface SearchPage {
  hits?: SearchHit[];
}
/**
 * One place where the words of a search were found.
 */
export interface SearchHit {
  run: string;
  step?: number | null;
  where: "action" | "answer" | "explanation" | "note" | "page" | "task";
  snippet: string;
  task?: string;
}
/**
 * GET /v1/learning?who=: what the judge could learn from, once there are new labels.
 */
export interface LearningOffer {
  agent?: string;
  labels?: number;
  new?: number;
  missing?: string;
  helps?: boolean | null;
  trial?: string;
  ask?: string[];
}
/**
 * POST /v1/learn
 */
export interface LearningResult {
  learned: boolean;
  text: string;
}
/**
 * A screen as a model describes it; no person has reviewed the description yet.
 */
export interface CaptionToReview {
  frame: string;
  domain: string;
  caption: string;
  model: string;
}
/**
 * GET /v1/captions: the folder of described screens that is reviewed, and how far it is.
 */
export interface CaptionsToReview {
  folder?: string;
  total?: number;
  left?: number;
  next?: CaptionToReview | null;
}
/**
 * POST /v1/steps: one step from curl. Frames go first, to POST /v1/blobs.
 */
export interface PostedStep {
  task?: string;
  agent?: string;
  surface?: ("android" | "desktop" | "ios" | "web") | null;
  run?: string | null;
  before?: Observation | null;
  after?: Observation | null;
  action?: string | Action;
  thought?: string;
  finish?: boolean;
  answer?: string;
  claims_success?: boolean | null;
}
