// One comment on a pull request of GitHub or a merge request of GitLab, found again by a mark that readers do not see.
const { env } = process;

/** What differs between the code hosts: where comments are listed, made and changed. */
const HOSTS = {
  github: {
    ready: () => env.GITHUB_TOKEN && env.GITHUB_REPOSITORY && env.PULL_REQUEST,
    headers: () => ({ authorization: `Bearer ${env.GITHUB_TOKEN}`, accept: "application/vnd.github+json" }),
    // https://docs.github.com/en/rest/issues/comments
    list: () => `${github()}/issues/${env.PULL_REQUEST}/comments`,
    one: ({ id }) => `${github()}/issues/comments/${id}`,
    change: "PATCH",
  },
  gitlab: {
    ready: () => env.GITLAB_TOKEN && env.CI_PROJECT_ID && env.CI_MERGE_REQUEST_IID,
    headers: () => ({ "private-token": env.GITLAB_TOKEN }),
    // https://docs.gitlab.com/api/notes/#merge-requests
    list: () => notes(),
    one: ({ id }) => `${notes()}/${id}`,
    change: "PUT",
  },
};
const github = () => `${env.GITHUB_API_URL ?? "https://api.github.com"}/repos/${env.GITHUB_REPOSITORY}`;
const notes = () =>
  `${env.CI_API_V4_URL ?? "https://gitlab.com/api/v4"}/projects/${env.CI_PROJECT_ID}/merge_requests/${env.CI_MERGE_REQUEST_IID}/notes`;

async function ask(host, method, url, body) {
  const headers = { ...host.headers(), "content-type": "application/json" };
  const answer = await fetch(url, { method, headers, ...(body === undefined ? {} : { body: JSON.stringify(body) }) });
  if (!answer.ok) throw new Error(`${method} ${url} answered ${answer.status}`);
  return answer.json();
}

/** All comments, page by page. */
async function comments(host) {
  const all = [];
  for (let page = 1; ; page++) {
    const some = await ask(host, "GET", `${host.list()}?per_page=100&page=${page}`);
    all.push(...some);
    if (some.length < 100) return all;
  }
}

/** Writes the comment about a file, or changes the one that is there; says what it did. */
export async function commentOn(file, text) {
  const host = Object.values(HOSTS).find(({ ready }) => ready());
  if (host === undefined) return "no comment: not in a pull or merge request, or no token given";
  const mark = `<!-- warpform review of ${file} -->`;
  const body = { body: `${mark}\n${text}` };
  try {
    const mine = (await comments(host)).find((comment) => comment.body?.startsWith(mark));
    if (mine?.body === body.body) return "comment is up to date";
    if (mine === undefined) await ask(host, "POST", host.list(), body);
    else await ask(host, host.change, host.one(mine), body);
    return mine === undefined ? "comment written" : "comment updated";
  } catch (error) {
    // The review holds with or without its comment; a token of a fork may only read.
    return `no comment: ${error.message}`;
  }
}
