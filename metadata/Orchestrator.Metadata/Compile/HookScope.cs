using Orchestrator.Core;
using Orchestrator.Metadata.Model;

namespace Orchestrator.Metadata.Compile;

/// <summary>The hooks around a group while it is laid out: what they wait for, and what waits for them.</summary>
/// <param name="hooks">Its hooks.</param>
/// <param name="outer">The last hook before the group that holds it; null = none.</param>
internal sealed class HookScope(IReadOnlyList<Hook> hooks, DraftNode? outer)
{
    private readonly DraftNode? _outerGate = outer;

    /// <summary>The batch, project or container.</summary>
    public DraftNode? Group { get; set; }

    /// <summary>The last hook that must have succeeded before anything in the group starts; null = none.</summary>
    public DraftNode? Gate { get; private set; } = outer;

    /// <summary>The nodes whose ends the hooks behind the group look at: what is in it.</summary>
    public List<DraftNode> Watched { get; } = [];

    public IEnumerable<Hook> Of(HookTime when) => hooks.Where(hook => hook.When == when);

    public bool Has(HookTime when) => Of(when).Any();

    /// <summary>Says what a hook waits for: the hook before it, and behind the group its outcome.</summary>
    public DraftNode Bind(Hook hook, DraftNode? last, DraftNode node)
    {
        if (hook.When == HookTime.Before)
        {
            Gate?.Precede(node, Outcome.Success);
            Gate = node;
            return node;
        }

        // Where what is around the group kept it from starting, its hooks do not start either.
        _outerGate?.Precede(node, Outcome.Success);
        last?.Precede(node);
        foreach (var watched in Watched)
        {
            watched.Precede(node, hook.Outcome);
        }

        return node;
    }
}
