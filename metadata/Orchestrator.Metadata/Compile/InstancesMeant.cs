using Orchestrator.Metadata.Model;

namespace Orchestrator.Metadata.Compile;

/// <summary>What `forEach` has made of an object, as somebody means it who may stand in turns himself.</summary>
internal sealed class InstancesMeant(PlanDraft draft)
{
    private readonly ILookup<string, DraftNode> _all = draft.Packages.Values
        .Where(node => node.Definition!.Instance is not null)
        .ToLookup(node => $"{node.Definition!.Project}/{node.Definition.Instance!.Object}", StringComparer.Ordinal);

    /// <summary>Those in the turns of who asks, also where he stands in further ones within these; else all.</summary>
    public DraftNode[] Of(DraftNode asking, string name)
    {
        if (asking.Definition?.Instance is not { } own)
        {
            return [.. _all[name]];
        }

        if (draft.Packages.TryGetValue($"{name}[{own.Key}]", out var same) && IsShared(own, same))
        {
            return [same];
        }

        DraftNode[] shared = [.. _all[name].Where(node => IsShared(own, node))];
        return shared.Length > 0 ? shared : [.. _all[name]];
    }

    private static bool IsShared(Instance own, DraftNode node) =>
        node.Definition!.Instance is { } other && own.SharesTurns(other);
}
