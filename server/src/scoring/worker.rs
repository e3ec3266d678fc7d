//! The worker: takes a promised scoring, scores item by item, and keeps each scoring at once.
//!
//! A worker that dies leaves its lease; the next one goes on with the items that have no
//! scoring of this job yet.

use std::sync::Arc;
use std::time::Duration;

use serde_json::{Value, json};
use tokio::sync::Notify;
use tokio::task::JoinSet;

use super::client::Endpoint;
use super::decide::{unscored, without_judge};
use super::judging::{Judge, ask_judge};
use super::reason;
use crate::error::Error;
use crate::store::{Job, JobId, JobSpec, Store, Surface};

/// Items looked at together.
const PAGE: i64 = 200;
/// Judge calls at the same time.
const CONCURRENCY: usize = 4;
/// How often a worker looks for promises of other processes.
const POLL: Duration = Duration::from_secs(1);

/// How far a job is.
#[derive(Debug, Clone, Copy)]
pub struct Scored<'a> {
    /// The run.
    pub run: &'a str,
    /// Items this job has dealt with, by earlier holders too.
    pub done: u64,
    /// Items this job is about.
    pub of: u64,
    /// The job is done, and the run shows its outcome.
    pub finished: bool,
}

/// Called after each item, and when a job is done.
pub type Progress = Arc<dyn Fn(Scored<'_>) + Send + Sync>;

/// Scores what was promised.
#[derive(Clone)]
pub struct Worker {
    store: Store,
    owner: String,
    wake: Arc<Notify>,
    progress: Option<Progress>,
}

impl std::fmt::Debug for Worker {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Worker")
            .field("owner", &self.owner)
            .finish_non_exhaustive()
    }
}

impl Worker {
    /// A worker on `store`.
    #[must_use]
    pub fn new(store: Store, progress: Option<Progress>) -> Self {
        Self {
            store,
            owner: JobId::fresh().to_string(),
            wake: Arc::new(Notify::new()),
            progress,
        }
    }

    /// Tells the worker that something was promised.
    pub fn wake(&self) {
        self.wake.notify_one();
    }

    /// Gives back what this worker holds, so that the next one need not wait for the lease.
    ///
    /// # Errors
    /// [`Error::Store`].
    pub async fn release(&self) -> Result<(), Error> {
        self.store.release_all(&self.owner).await
    }

    /// Works until dropped; failures of the store are waited out.
    pub async fn work(&self) {
        loop {
            match self.work_once(None).await {
                Ok(true) => {}
                Ok(false) | Err(_) => {
                    let _elapsed = tokio::time::timeout(POLL, self.wake.notified()).await;
                }
            }
        }
    }

    /// Does one job, the oldest or `wanted`; says whether there was one.
    ///
    /// # Errors
    /// [`Error::Store`].
    pub async fn work_once(&self, wanted: Option<&JobId>) -> Result<bool, Error> {
        let Some(job) = self.store.take_job(&self.owner, wanted).await? else {
            return Ok(false);
        };
        let beat = self.heartbeat(&job.id);
        let scored = self.score(&job).await;
        beat.abort();
        match scored {
            Ok(true) => {
                self.store.finish_job(&job, &self.owner).await?;
                let (done, of) = self.store.job_progress(&job).await?;
                self.report(&job, done, of, true);
            }
            // Another worker has it.
            Ok(false) => {}
            Err(error) => {
                // If that fails too, the lease runs out by itself.
                let _store_failed = self.store.release_job(&job.id, &self.owner).await;
                return Err(error);
            }
        }
        Ok(true)
    }

    fn heartbeat(&self, job: &JobId) -> tokio::task::JoinHandle<()> {
        let (store, owner, job) = (self.store.clone(), self.owner.clone(), job.clone());
        tokio::spawn(async move {
            let mut beat = tokio::time::interval(Duration::from_secs(5));
            loop {
                beat.tick().await;
                if !store.keep_job(&job, &owner).await.unwrap_or(true) {
                    return;
                }
            }
        })
    }

    /// Scores what the job has left; false when another worker has taken it over.
    async fn score(&self, job: &Job) -> Result<bool, Error> {
        let judge = self.judge(job).await?;
        let mut calls = job.calls;
        let mut after = -1;
        let (mut done, of) = self.store.job_progress(job).await?;
        loop {
            let items = self.store.items_to_score(job, after, PAGE).await?;
            let Some((last, _)) = items.last() else {
                return Ok(true);
            };
            after = last.position;
            let mut scores = Vec::new();
            let mut asked = Vec::new();
            for (item, grading) in items {
                match without_judge(&item, grading) {
                    Ok(score) => scores.push(score),
                    Err(question) => asked.push((item, question)),
                }
            }
            done += scores.len() as u64;
            if !self.store.add_scores(job, &self.owner, &scores).await? {
                return Ok(false);
            }
            self.report(job, done, of, false);
            let mut running = JoinSet::new();
            let mut asked = asked.into_iter();
            loop {
                while running.len() < CONCURRENCY
                    && let Some((item, question)) = asked.next()
                {
                    let judge = match &judge {
                        Ok(judge) if budget_left(&job.spec, calls) => Ok(Arc::clone(judge)),
                        Ok(_) => Err(unscored(item.position, reason::BUDGET, Value::Null)),
                        Err(why) => Err(unscored(
                            item.position,
                            reason::NO_JUDGE,
                            json!({ "why": why }),
                        )),
                    };
                    match judge {
                        Err(score) => {
                            done += 1;
                            if !self.store.add_scores(job, &self.owner, &[score]).await? {
                                return Ok(false);
                            }
                        }
                        Ok(judge) => {
                            calls += 1;
                            self.store.count_call(&job.id).await?;
                            running.spawn(async move { ask_judge(&judge, &item, &question).await });
                        }
                    }
                }
                let Some(finished) = running.join_next().await else {
                    break;
                };
                let score = finished.map_err(|error| Error::Internal(error.to_string()))??;
                done += 1;
                if !self.store.add_scores(job, &self.owner, &[score]).await? {
                    return Ok(false);
                }
                self.report(job, done, of, false);
            }
        }
    }

    fn report(&self, job: &Job, done: u64, of: u64, finished: bool) {
        if let Some(progress) = &self.progress {
            let run = job.run.as_str();
            progress(Scored {
                run,
                done,
                of,
                finished,
            });
        }
    }

    /// The job's judge, else the run's, else the run's own provider; or why there is none.
    async fn judge(&self, job: &Job) -> Result<Result<Arc<Judge>, String>, Error> {
        let run = self.store.run(job.run.as_str()).await?;
        let configured = &run.config["judge"];
        let text = |name: &str| configured[name].as_str().map(str::to_owned);
        let (provider_id, model, prompt) = match &job.spec.judge {
            Some(judge) => (
                judge.provider_id.clone(),
                Some(judge.model.clone()),
                judge.prompt.clone(),
            ),
            None => (
                text("provider_id").unwrap_or_else(|| run.provider_id.clone()),
                text("model"),
                text("prompt").unwrap_or_default(),
            ),
        };
        let provider = match self.store.provider(&provider_id).await {
            Ok(provider) => provider,
            Err(Error::NotFound { .. }) => {
                return Ok(Err("the judge's provider is gone".to_owned()));
            }
            Err(error) => return Err(error),
        };
        let Surface::Api(api) = &provider.surface else {
            return Ok(Err("a browser provider can't judge".to_owned()));
        };
        let Some(model) = model
            .filter(|model| !model.is_empty())
            .or_else(|| api.model.clone())
        else {
            return Ok(Err("no model is named for the judge".to_owned()));
        };
        Ok(match Endpoint::new(api) {
            Ok(endpoint) => Ok(Arc::new(Judge {
                endpoint,
                provider: provider.name,
                model,
                prompt,
            })),
            Err(error) => Err(format!("the judge's provider {error}")),
        })
    }
}

fn budget_left(spec: &JobSpec, calls: u32) -> bool {
    spec.max_calls.is_none_or(|most| calls < most)
}
