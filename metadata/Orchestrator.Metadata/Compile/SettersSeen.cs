namespace Orchestrator.Metadata.Compile;

/// <summary>
/// Those that set a variable, as far as somebody may see what they set: of ten thousand turns that stand side by side
/// only those of his own.
/// </summary>
internal sealed class SettersSeen
{
    private readonly DraftNode[] _outside;
    private readonly ILookup<DraftNode, DraftNode> _byLoop;
    private readonly ILookup<DraftNode, DraftNode> _byTurn;

    /// <param name="setters">All of them, in the order of the plan.</param>
    public SettersSeen(IEnumerable<DraftNode> setters)
    {
        var turns = setters.Select(setter => (Turn: OtherTurns.OutermostAround(setter), Setter: setter)).ToArray();
        _outside = [.. turns.Where(one => one.Turn is null).Select(one => one.Setter)];
        _byTurn = turns.Where(one => one.Turn is not null).ToLookup(one => one.Turn!, one => one.Setter);
        _byLoop = turns.Where(one => one.Turn is not null).ToLookup(one => one.Turn!.Parent!, one => one.Setter);
    }

    /// <summary>All but those of whom <see cref="OtherTurns.Are"/> says that they are in another turn, in the order of
    /// the plan.</summary>
    public IEnumerable<DraftNode> By(DraftNode reader) => _outside
        .Concat(_byLoop.SelectMany(loop => !reader.IsWithin(loop.Key) ? loop : _byTurn[TurnIn(loop.Key, reader)]))
        .Where(setter => !OtherTurns.Are(setter, reader)).OrderBy(setter => setter.Index);

    private static DraftNode TurnIn(DraftNode loop, DraftNode reader)
    {
        var turn = reader;
        while (turn.Parent != loop)
        {
            turn = turn.Parent!;
        }

        return turn;
    }
}
