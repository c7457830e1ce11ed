//! The player `learned` of every game.

use crate::trainer::{read_model, rules_in_words};
use fairyring_game::{Evaluate, Inputs};
use fairyring_search::{AgentError, AgentSpec, AlphaBeta, Budget, Expectiminimax, Player, TwoPly, standard};
use std::path::Path;

/// Depth of a search without a budget.
const DEPTH: u32 = 3;

/// Builds a game's players: those that every game has, and `learned(FILE)` by the evaluation of a run's file, with
/// `search=alphabeta` (or `expectiminimax` or `twoply`) and that player's budget and variety (`depth=3` if none is given).
/// Its values are brought to the scale of the game's default weights, in which searches have their margins.
/// `any_rules=true` takes a file that was learned by other rules of the game.
///
/// # Errors
/// [`AgentError`] names what is wrong.
pub fn build<G: Evaluate + Inputs>(spec: &AgentSpec, rules: G::Rules) -> Result<Box<dyn Player<G>>, AgentError> {
    if spec.name != "learned" {
        return standard(spec, rules).map_err(|error| {
            // The list of names in the message is that of all games.
            if error == AgentError::unknown(spec, &[]) { AgentError::unknown(spec, &["learned"]) } else { error }
        });
    }
    let refuse = |why: String| AgentError(format!("agent \"learned\": {why}"));
    let mut arguments = spec.arguments();
    let path = arguments.text("path").ok_or_else(|| refuse("it takes path, a file".to_owned()))?.to_owned();
    let search = arguments.text("search").unwrap_or("alphabeta").to_owned();
    let any_rules = arguments.flag("any_rules")?.unwrap_or(false);
    let (model, learned_by) = read_model::<G>(Path::new(&path)).map_err(|error| refuse(error.to_string()))?;
    let played_by = rules_in_words::<G>(rules);
    if !any_rules && let Some((theirs, ours)) = learned_by.iter().zip(&played_by).find(|(theirs, ours)| theirs != ours)
    {
        return Err(refuse(format!(
            "{path:?} was learned with {}={}, and here {}={} is played; any_rules=true takes it nevertheless",
            theirs.0, theirs.1, ours.0, ours.1
        )));
    }
    let default = Some(Budget::Depth(DEPTH));
    let player: Box<dyn Player<G>> = match search.as_str() {
        "alphabeta" => {
            let budget = arguments.budget(default)?;
            let tuning = arguments.tuning(budget)?;
            Box::new(AlphaBeta::new(model.valuation(), budget, tuning, arguments.opening()?))
        }
        "expectiminimax" => {
            let budget = arguments.budget(default)?;
            Box::new(Expectiminimax::new(model.valuation(), budget, arguments.star()?, arguments.opening()?))
        }
        "twoply" => Box::new(TwoPly::new(model.valuation())),
        other => {
            return Err(refuse(format!("unknown search {other:?}; valid: alphabeta, expectiminimax, twoply")));
        }
    };
    arguments.finish()?;
    Ok(player)
}
