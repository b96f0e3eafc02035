using Orchestrator.Core.Machine;

namespace Orchestrator.Core.Tests.Simulation;

/// <summary>A simulated run that has ended.</summary>
/// <param name="Board">Its plan with all that came in loops.</param>
/// <param name="Referee">Who followed it.</param>
/// <param name="Commands">All that the machine said.</param>
internal sealed record SimNight(GrowingPlan Board, Referee Referee, List<RunCommand> Commands);
