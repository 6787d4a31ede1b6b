// The Jobs scene: the list of jobs, or one of them with its progress and result.
import type { SceneProps } from "../scenes";
import "../style/model.css";
import "../style/jobs.css";
import { JobList } from "./JobList";
import { JobView } from "./JobView";

/** The scene: `#/jobs` lists them, `#/jobs/ID` shows one. */
export default function Jobs({ route }: SceneProps) {
  const id = route.rest[0];
  return id === undefined ? <JobList /> : <JobView key={id} id={id} />;
}
