using Orchestrator.Metadata.Model;
using Orchestrator.Packages;
using Orchestrator.Packages.Absorb;
using Orchestrator.Runner.Targets;

namespace Orchestrator.Service.Reading;

/// <summary>An object of kind absorb, and how its buffer stands; texts have passed the gate.</summary>
internal sealed record AbsorberReading
{
    // One that nobody has drained for as long as a drainer may be silent is as good as without one.
    private static readonly TimeSpan StaleMin = TimeSpan.FromSeconds(30);

    /// <summary>Its name in full.</summary>
    public required string Name { get; init; }

    public required string Connection { get; init; }

    /// <summary>How often the buffer is looked at, and how long a batch may take, as declared.</summary>
    public required TimeSpan Interval { get; init; }

    /// <summary>How it stands; null = the database behind it has not said so.</summary>
    public BufferStatus? Status { get; init; }

    /// <summary>What the database said in its place; empty = nothing within the time that a page waits.</summary>
    public string Fault { get; init; } = "";

    /// <summary>How long a row may wait: ten intervals, and no less than half a minute.</summary>
    public TimeSpan Limit => Interval * 10 > StaleMin ? Interval * 10 : StaleMin;

    /// <summary>Whether its oldest row has waited for longer.</summary>
    public bool IsStale => Status is { Backlog: > 0 } status && status.Age > Limit;

    /// <summary>How it stands in a word or a few, with the tone of that.</summary>
    public (string Word, string Tone) State => Status switch
    {
        null when Fault.Length > 0 => ("not readable", "bad"),
        null => ("no answer", "warn"),
        { IsThere: false } => ("not made yet", "plain"),
        _ when IsStale => ("stale", "bad"),
        { Heard: null, Backlog: > 0 } => ("nobody drains", "warn"),
        { Backlog: > 0 } => ("draining", "good"),
        _ => ("drained", "good"),
    };

    /// <summary>The worst has the lowest.</summary>
    public int Rank => State.Tone switch { "bad" => 0, "warn" => 1, "plain" => 3, _ => 2 };
}

/// <summary>Asks how the buffers stand, while somebody looks.</summary>
internal sealed class AbsorberReader(ServiceOptions options, DatabaseQuestions questions)
{
    /// <summary>All that are declared, the worst first; null = no metadata are in force.</summary>
    public async Task<IReadOnlyList<AbsorberReading>?> OfAsync(CancellationToken aborted)
    {
        if (options.Metadata() is not { } solution)
        {
            return null;
        }

        // A database that is silent is asked once, and not once for each of its buffers.
        var found = await Task.WhenAll(SolutionTargets.Absorbers(solution)
            .GroupBy(one => one.Target.Connection).Select(group => OfAsync(solution, [.. group], aborted)));
        return [.. found.SelectMany(each => each).OrderBy(each => each.Rank)
            .ThenBy(each => each.Name, StringComparer.Ordinal)];
    }

    private async Task<IReadOnlyList<AbsorberReading>> OfAsync(
        Solution solution, IReadOnlyList<ObjectDefinition> group, CancellationToken aborted) =>
        await questions.AskAsync($"absorbers {group[0].Target.Connection}", over =>
        {
            var targets = options.Targets(solution, over);
            return (IReadOnlyList<AbsorberReading>)[.. group.Select(one => Asked(targets, one))];
        }, aborted) ?? [.. group.Select(Of)];

    private AbsorberReading Asked(SolutionTargets targets, ObjectDefinition definition)
    {
        try
        {
            var status = targets.Buffer(definition, Path.GetTempPath(), _ => { }).Status();
            return Of(definition) with
            {
                Status = status with
                {
                    Buffer = options.Outside.Line(status.Buffer),
                    Target = options.Outside.Line(status.Target),
                    Drainer = options.Outside.Line(status.Drainer),
                },
            };
        }
        catch (Exception fault) when (ConnectionAccess.ExplainAtTarget(fault, definition) is { } error)
        {
            return Of(definition) with { Fault = options.Outside.Line($"{error.Code}: {error.Message}") };
        }
    }

    private AbsorberReading Of(ObjectDefinition definition) => new()
    {
        Name = options.Outside.Line(definition.FullName),
        Connection = options.Outside.Line(definition.Target.Connection),
        Interval = definition.Absorb?.Interval ?? AbsorbOptions.IntervalDefault,
    };
}
