namespace Orchestrator.Core.Machine;

/// <summary>The commands of one turn: records before effects.</summary>
internal sealed class Turn
{
    private readonly List<RunCommand> _commands = [];
    private readonly List<RunCommand> _effects = [];

    public void Begin()
    {
        _commands.Clear();
        _effects.Clear();
    }

    public void Record(RunCommand command) => _commands.Add(command);

    /// <summary>Packages that have become ready in this turn for the first time.</summary>
    public int BecameReady => _commands.Count(command =>
        command is RecordTransition { From: NodeState.Pending, To: NodeState.Ready });

    public void Effect(RunCommand command) => _effects.Add(command);

    public IReadOnlyList<RunCommand> End()
    {
        _commands.AddRange(_effects);
        return _commands;
    }
}
