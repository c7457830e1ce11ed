//! A game of the catalogue: one generic implementation for all.

use crate::{CatalogError, EnvSpec, Facts, vector};
use fairyring_envs::AnyVectorEnv;
use fairyring_game::{Actor, AnyLine, Encode, Evaluate, Line, PLAYERS, Rules, Text, Window, erase, stream};
use fairyring_records::{Columns, Row};
use fairyring_search::selfplay::{AnyPool, SelfPlay, SelfPlayOptions};
use fairyring_search::{AgentSpec, build};
use fairyring_sim::{Contest, Control, Job, Round, exchanged, replay, rotated, run};
use std::marker::PhantomData;

/// Rule options as (name, value) texts, after an optional preset.
#[derive(Clone, Debug, Default)]
pub struct StartSpec {
    /// A named set of option values, applied first.
    pub preset: Option<String>,
    /// Options that differ from it.
    pub rules: Vec<(String, String)>,
}

/// A batch of games, in words.
#[derive(Clone, Debug)]
pub struct BatchSpec {
    /// The rules of all games.
    pub rules: StartSpec,
    /// Start texts; none for the usual start.
    pub starts: Vec<String>,
    /// Agents: one for all seats, or one a seat.
    pub agents: Vec<String>,
    /// Master seed.
    pub seed: u64,
    /// Experiment.
    pub experiment: u64,
    /// Index of the first game.
    pub first: u64,
    /// Number of games.
    pub games: usize,
    /// Ends any game after this many plies.
    pub max_plies: Option<u32>,
}

/// A contest of agents, in words.
#[derive(Clone, Debug)]
pub struct ContestSpec {
    /// The rules of all games.
    pub rules: StartSpec,
    /// Start texts; none for the usual start.
    pub starts: Vec<String>,
    /// The agents: two that exchange the teams, or one a seat, who are rotated over all seats.
    pub agents: Vec<String>,
    /// Plies of players that are random in an opening.
    pub opening_plies: u32,
    /// Master seed.
    pub seed: u64,
    /// Experiment.
    pub experiment: u64,
    /// Ends any game after this many plies, the opening not counted.
    pub max_plies: Option<u32>,
}

/// An analysis with moves as text.
#[derive(Clone, Debug)]
pub struct AnalysisText {
    /// The move the agent plays.
    pub best: String,
    /// Its value for the side to move, in hundredths of a pawn (or the game's unit).
    pub value: f64,
    /// The principal variation.
    pub pv: Vec<String>,
    /// Positions looked at.
    pub nodes: u64,
    /// All root moves with their values, best first, ties by text.
    pub moves: Vec<(String, f64)>,
}

/// What can be asked of a game.
pub trait Entry: Sync {
    /// Identifier.
    fn id(&self) -> &'static str;
    /// Static facts, seen through a window.
    fn facts(&self, window: Window) -> Facts;
    /// What an action id means.
    fn action_text(&self, action: u32, window: Window) -> Option<String>;
    /// A line that begins at a text, or at the usual start.
    ///
    /// # Errors
    /// [`CatalogError`] for rules or text.
    fn line(&self, text: Option<&str>, spec: &StartSpec) -> Result<Box<dyn AnyLine>, CatalogError>;
    /// Plays a batch.
    ///
    /// # Errors
    /// [`CatalogError`] before anything is played.
    fn simulate(&self, spec: &BatchSpec, workers: usize, control: &Control) -> Result<Columns, CatalogError>;
    /// One game of a batch again, by its start and seed.
    ///
    /// # Errors
    /// [`CatalogError`].
    fn replay(&self, spec: &BatchSpec, start: usize, seed: u64) -> Result<(Box<dyn AnyLine>, Row), CatalogError>;
    /// Plays the openings `first..first + count` of a contest; the same ones for any number of workers and in any parts.
    ///
    /// # Errors
    /// [`CatalogError`] before anything is played.
    fn contest(
        &self,
        spec: &ContestSpec,
        first: u64,
        count: usize,
        workers: usize,
        control: &Control,
    ) -> Result<Vec<Round>, CatalogError>;
    /// A pool of self-play by pulled leaf batches.
    ///
    /// # Errors
    /// [`CatalogError`] for rules, texts or options.
    fn self_play(
        &self,
        rules: &StartSpec,
        starts: &[String],
        options: SelfPlayOptions,
    ) -> Result<Box<dyn AnyPool>, CatalogError>;
    /// What an agent thinks of a position of this game.
    ///
    /// # Errors
    /// [`CatalogError`] if no seat acts there, or for the agent.
    fn analyse(&self, line: &dyn AnyLine, agent: &str, seed: u64) -> Result<AnalysisText, CatalogError>;
    /// A batched environment.
    ///
    /// # Errors
    /// [`CatalogError`].
    fn env(&self, spec: &EnvSpec) -> Result<Box<dyn AnyVectorEnv>, CatalogError>;
    /// The position that an observation by the seat of this code shows, as far as the planes tell.
    ///
    /// # Errors
    /// [`CatalogError`] for rules or seat, or if it shows no position.
    fn decode(
        &self,
        observation: &[u8],
        seat: &str,
        window: Window,
        spec: &StartSpec,
    ) -> Result<Box<dyn AnyLine>, CatalogError>;
}

/// The entry of a game type; holds nothing.
#[derive(Debug)]
pub struct Of<G>(PhantomData<fn() -> G>);

impl<G> Of<G> {
    /// The entry.
    pub const ENTRY: Self = Self(PhantomData);
}

/// Rules from their texts.
pub(crate) fn rules_of<G: Text>(spec: &StartSpec) -> Result<G::Rules, CatalogError> {
    let mut rules = G::Rules::default();
    if let Some(preset) = &spec.preset {
        rules.apply_preset(preset)?;
    }
    for (name, value) in &spec.rules {
        rules.set(name, value)?;
    }
    Ok(rules)
}

/// Start positions from their texts; the usual one without any.
fn starts_of<G: Text>(texts: &[String], rules: G::Rules) -> Result<Vec<G>, CatalogError> {
    if texts.is_empty() {
        return Ok(vec![G::start(rules)]);
    }
    Ok(texts.iter().map(|text| G::parse(text, rules)).collect::<Result<_, _>>()?)
}

/// A typed job from its words.
fn job_of<G: Text + Evaluate>(spec: &BatchSpec) -> Result<Job<G>, CatalogError> {
    let rules = rules_of::<G>(&spec.rules)?;
    let starts = starts_of::<G>(&spec.starts, rules)?;
    let mut agents = spec.agents.iter().map(|agent| agent.parse()).collect::<Result<Vec<AgentSpec>, _>>()?;
    if let [agent] = agents.as_slice() {
        agents = vec![agent.clone(); G::SEATS.len()];
    }
    Ok(Job {
        starts,
        agents,
        seed: spec.seed,
        experiment: spec.experiment,
        first: spec.first,
        games: spec.games,
        max_plies: spec.max_plies,
    })
}

impl<G: Text + Encode + Evaluate> Entry for Of<G> {
    fn id(&self) -> &'static str {
        G::ID
    }

    fn facts(&self, window: Window) -> Facts {
        Facts::of::<G>(window)
    }

    fn action_text(&self, action: u32, window: Window) -> Option<String> {
        G::action_text(action, window)
    }

    fn line(&self, text: Option<&str>, spec: &StartSpec) -> Result<Box<dyn AnyLine>, CatalogError> {
        let rules = rules_of::<G>(spec)?;
        let position = match text {
            None => G::start(rules),
            Some(text) => G::parse(text, rules)?,
        };
        Ok(erase(Line::new(position)))
    }

    fn simulate(&self, spec: &BatchSpec, workers: usize, control: &Control) -> Result<Columns, CatalogError> {
        Ok(run(&job_of::<G>(spec)?, workers, control)?)
    }

    fn replay(&self, spec: &BatchSpec, start: usize, seed: u64) -> Result<(Box<dyn AnyLine>, Row), CatalogError> {
        let (line, row) = replay(&job_of::<G>(spec)?, start, seed)?;
        Ok((erase(line), row))
    }

    fn contest(
        &self,
        spec: &ContestSpec,
        first: u64,
        count: usize,
        workers: usize,
        control: &Control,
    ) -> Result<Vec<Round>, CatalogError> {
        let rules = rules_of::<G>(&spec.rules)?;
        let seatings = match spec.agents.len() {
            2 => exchanged(G::TEAMS),
            agents if agents == G::SEATS.len() => rotated(agents),
            agents => {
                let all = if G::SEATS.len() == 2 { String::new() } else { format!(" or {}", G::SEATS.len()) };
                return Err(CatalogError::Question(format!(
                    "a contest of {} is one of 2{all} agents, not {agents}",
                    G::ID
                )));
            }
        };
        let contest = Contest {
            starts: starts_of::<G>(&spec.starts, rules)?,
            agents: spec.agents.iter().map(|agent| agent.parse()).collect::<Result<_, _>>()?,
            seatings,
            opening_plies: spec.opening_plies,
            seed: spec.seed,
            experiment: spec.experiment,
            max_plies: spec.max_plies,
        };
        Ok(contest.play(first, count, workers, control)?)
    }

    fn self_play(
        &self,
        rules: &StartSpec,
        starts: &[String],
        options: SelfPlayOptions,
    ) -> Result<Box<dyn AnyPool>, CatalogError> {
        let starts = starts_of::<G>(starts, rules_of::<G>(rules)?)?;
        Ok(Box::new(SelfPlay::new(starts, options)?))
    }

    fn env(&self, spec: &EnvSpec) -> Result<Box<dyn AnyVectorEnv>, CatalogError> {
        vector::env::<G>(spec)
    }

    fn decode(
        &self,
        observation: &[u8],
        seat: &str,
        window: Window,
        spec: &StartSpec,
    ) -> Result<Box<dyn AnyLine>, CatalogError> {
        vector::decode::<G>(observation, seat, window, spec)
    }

    fn analyse(&self, line: &dyn AnyLine, agent: &str, seed: u64) -> Result<AnalysisText, CatalogError> {
        let Some(line) = line.as_any().downcast_ref::<Line<G>>() else {
            return Err(CatalogError::Question(format!("the position is not one of {}", G::ID)));
        };
        let Actor::Seat(seat) = line.actor() else {
            return Err(CatalogError::Question(format!(
                "an agent chooses where a seat acts; here it is {:?}",
                line.actor_word()
            )));
        };
        let mut player = build::<G>(&agent.parse::<AgentSpec>()?)?;
        player.begin_game();
        let analysis = player.analyse(line, &mut stream(seed, PLAYERS + 1 + u32::from(seat)));
        let mut position = line.position().clone();
        let mut pv = Vec::new();
        for &m in &analysis.pv {
            pv.push(position.move_text(m));
            position.play_unchecked(m);
            if position.to_act() == Actor::Chance {
                position.skip_chance();
            }
        }
        let mut moves: Vec<_> =
            analysis.moves.iter().map(|root| (line.position().move_text(root.m), root.value)).collect();
        moves.sort_by(|a, b| b.1.total_cmp(&a.1).then_with(|| a.0.cmp(&b.0)));
        Ok(AnalysisText {
            best: line.position().move_text(analysis.best),
            value: analysis.value,
            pv,
            nodes: analysis.nodes,
            moves,
        })
    }
}
