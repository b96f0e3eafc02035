using System.Globalization;

namespace Orchestrator.Service.Actions;

/// <summary>What somebody asks for, as it was sent.</summary>
internal sealed record ActionRequest
{
    public const string RunField = "run", NodeField = "node", BatchField = "batch", TriggerField = "trigger",
        ReasonField = "reason", AsField = "as", EnvironmentField = "environment", HashField = "hash";

    /// <summary>The value of <see cref="AsField"/> with which a skipped package counts as a success.</summary>
    public const string AsSuccess = "success";

    public required RequestKind Kind { get; init; }

    /// <summary>Number of the run; null = none was named.</summary>
    public long? Run { get; init; }

    /// <summary>A package, a project or a container of the run; empty = all of it.</summary>
    public string Node { get; init; } = "";

    /// <summary>Name of the batch; empty = all.</summary>
    public string Batch { get; init; } = "";

    /// <summary>Name of the trigger; empty = all of the batch.</summary>
    public string Trigger { get; init; } = "";

    /// <summary>The hash of what is approved.</summary>
    public string Hash { get; init; } = "";

    /// <summary>Why; may be empty.</summary>
    public string Reason { get; init; } = "";

    /// <summary>What a skipped package counts as; empty = as skipped.</summary>
    public string As { get; init; } = "";

    /// <summary>The name of the environment, as somebody typed it to show that he knows where he is.</summary>
    public string Environment { get; init; } = "";

    /// <summary>Reads the fields of a form or an address.</summary>
    public static ActionRequest Of(RequestKind kind, Func<string, string> said) => new()
    {
        Kind = kind,
        Run = long.TryParse(said(RunField), NumberStyles.None, CultureInfo.InvariantCulture, out var run) ? run : null,
        Node = said(NodeField).Trim(),
        Batch = said(BatchField),
        Trigger = said(TriggerField),
        Hash = said(HashField),
        Reason = said(ReasonField).Trim(),
        As = said(AsField),
        Environment = said(EnvironmentField).Trim(),
    };

    /// <summary>What names the object in an address or a form: all but what is filled in.</summary>
    public IEnumerable<(string Name, string Value)> Object()
    {
        (string Name, string Value)[] all =
        [
            (RunField, Run is { } run ? run.ToString(CultureInfo.InvariantCulture) : ""), (NodeField, Node),
            (BatchField, Batch), (TriggerField, Trigger), (HashField, Hash),
        ];
        return all.Where(each => each.Value.Length > 0);
    }
}
