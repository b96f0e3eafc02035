namespace Orchestrator.Core;

/// <summary>A loop of a run with its turns, the worst first.</summary>
/// <param name="Name">The name of the container: `Staging/PerRegion`. Of one that stands in the turns of another loop
/// the turns in all of these are together.</param>
/// <param name="Turns">Its turns: what failed, what was held up by that, what is under way, what waits, what is done;
/// of equals in their order.</param>
/// <param name="State">How far the container is; the worst of several.</param>
public sealed record LoopState(string Name, IReadOnlyList<TurnState> Turns, NodeState State)
{
    /// <summary>How many turns a screen lists before it only counts them.</summary>
    public const int ListedMax = 20;

    /// <summary>In how many turns of another loop it stands; 1 = in none, or in one.</summary>
    public int Times { get; init; } = 1;

    /// <summary>Why nobody has asked for its turns in this run; null = somebody has, or nobody has come to it.
    /// </summary>
    public string? WhyNotAsked { get; init; }

    /// <summary>"37 of 50 turns done, 1 failed", or that there is none.</summary>
    public string Counts => Turns.Count == 0 ? $"no turn, {WhyNotAsked ?? Words.Of(State)}"
        : $"{Words.Number(Turns.Count(IsDone))} of {Words.Count(Turns.Count, "turn")} done{Before}{Others}{Itself}"
            + (Times > 1 ? $", in {Words.Number(Times)} turns around it" : "");

    /// <summary>How many turns there are in which state, in words; the worst first.</summary>
    public IEnumerable<(string Word, int Count)> States => Turns.GroupBy(turn => turn.Word)
        .OrderBy(group => group.Min(turn => turn.Place)).Select(group => (group.Key, group.Count()));

    private string Before => Turns.Count(turn => turn.IsFromBefore && IsDone(turn)) is > 0 and var before
        ? $" ({Words.Number(before)} before)" : "";

    // More turns than it may have, or nobody who says which there are.
    private string Itself => State.IsFailure() && !Turns.Any(turn => turn.IsFailed)
        ? $", the loop itself {Words.Of(State)}" : "";

    private string Others => string.Concat(Turns.Where(turn => !IsDone(turn)).GroupBy(turn => turn.Word)
        .OrderBy(group => group.Min(turn => turn.Place))
        .Select(group => $", {Words.Number(group.Count())} {group.Key}"));

    /// <summary>The loops among the nodes of a run, the worst first: the containers that hold turns, or would.
    /// </summary>
    /// <param name="nodes">The nodes in their order.</param>
    public static IReadOnlyList<LoopState> Of(IEnumerable<LoopNode> nodes)
    {
        var found = new FoundLoops();
        foreach (var node in nodes)
        {
            found.Add(node);
        }

        return [.. found.Loops.OrderBy(loop =>
            loop.Turns.Count == 0 || loop.Itself.Length > 0 ? PlaceOf(loop.State) : loop.Turns[0].Place)];
    }

    /// <summary>The lowest is the worst.</summary>
    internal static int PlaceOf(NodeState state) => new TurnState("", 0, state).Place;

    // What nobody has selected, and what somebody has skipped, needs nobody and is not done.
    private static bool IsDone(TurnState turn) => turn.Place == TurnState.DonePlace;
}
