namespace Orchestrator.Engine.Machine;

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

    public void Effect(RunCommand command) => _effects.Add(command);

    public IReadOnlyList<RunCommand> End()
    {
        _commands.AddRange(_effects);
        return _commands;
    }
}
