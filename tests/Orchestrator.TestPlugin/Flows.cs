using Orchestrator.Dataflow;
using Orchestrator.Plugins;

namespace Orchestrator.TestPlugin;

/// <summary>What the tests tell.</summary>
public sealed record Settings
{
    /// <summary>Smallest amount that passes.</summary>
    public decimal Min { get; init; }

    /// <summary>How many rows are made.</summary>
    public int Count { get; init; }

    /// <summary>Whether something fails.</summary>
    public bool Fails { get; init; }

    /// <summary>Names.</summary>
    public IReadOnlyList<string> Names { get; init; } = [];
}

/// <summary>A row of the source.</summary>
public sealed record Sale(int Id, string? Name, decimal Amount);

/// <summary>A row of the target.</summary>
public sealed record Total(int Id, string? Name, decimal Amount, DateOnly? Day);

/// <summary>From the source to the target, with a filter.</summary>
public sealed class Filtered : DataflowPackage<Settings>
{
    /// <inheritdoc/>
    protected override void Build(Flow flow, Settings options, IFlowContext context)
    {
        var rows = context.Source<Sale>().Filter("wanted", sale => sale.Amount >= options.Min)
            .Transform("total", sale => sale.Id < 0
                ? throw new InvalidOperationException("no such sale")
                : new Total(sale.Id, sale.Name, sale.Amount * 2, null), errors => context.Reject(errors));
        context.Log($"run {context.Run}, watermark {context.Watermark?.From}..{context.Watermark?.To}");
        context.Target(rows);
    }
}

/// <summary>Rows of its own, one of which may fail.</summary>
public sealed class Made : DataflowPackage<Settings>
{
    /// <inheritdoc/>
    protected override void Build(Flow flow, Settings options, IFlowContext context) =>
        context.Target(flow.Rows("made", Enumerable.Range(1, options.Count).Select(number =>
            options.Fails && number == options.Count
                ? throw new InvalidOperationException($"nothing behind {number}")
                : new Sale(number, options.Names.Count > 0 ? options.Names[number % options.Names.Count] : null, 1m))));
}

/// <summary>Rows with what another database knows of them.</summary>
public sealed class LookedUp : DataflowPackage<Settings>
{
    /// <inheritdoc/>
    protected override void Build(Flow flow, Settings options, IFlowContext context)
    {
        var names = context.Read<Known>(
            "names", "Known", "select Id, Name from known where Id >= @least", ("least", options.Count));
        var known = context.Source<Sale>().Lookup("known", names, sale => sale.Id, known => known.Id,
            (sale, known) => sale with { Name = known.Name });
        known.Misses.Trash("unknown");
        context.Target(known.Output);
    }

    /// <summary>A row of the other database.</summary>
    public sealed record Known(int Id, string Name);
}

/// <summary>Waits until it is cancelled.</summary>
public sealed class Waiting : DataflowPackage<NoOptions>
{
    /// <inheritdoc/>
    protected override void Build(Flow flow, NoOptions options, IFlowContext context) =>
        context.Target(flow.Rows("waiting", Rows(context), mayBlock: true));

    private static IEnumerable<Sale> Rows(IFlowContext context)
    {
        yield return new Sale(1, null, 1);
        context.Log("waiting");
        context.Cancellation.WaitHandle.WaitOne();
    }
}

/// <summary>Needs an assembly beside its own.</summary>
public sealed class Needing : DataflowPackage<NoOptions>
{
    /// <inheritdoc/>
    protected override void Build(Flow flow, NoOptions options, IFlowContext context) =>
        context.Target(flow.Rows("levels", [new Sale(typeof(Serilog.Log).Name.Length, null, 0)]));
}

/// <summary>Is never ready.</summary>
public sealed class Unready : DataflowPackage<NoOptions>
{
    private static readonly string Settings = Read();

    /// <inheritdoc/>
    protected override void Build(Flow flow, NoOptions options, IFlowContext context) =>
        context.Target(flow.Rows("settings", [new Sale(1, Settings, 0)]));

    private static string Read() => throw new InvalidOperationException("no settings beside it");
}

/// <summary>Leaves what fails to a thread of its own.</summary>
public sealed class Unwatched : DataflowPackage<NoOptions>
{
    /// <inheritdoc/>
    protected override void Build(Flow flow, NoOptions options, IFlowContext context)
    {
        var thread = new Thread(() => throw new InvalidOperationException("nobody saw it"));
        thread.Start();
        thread.Join();
        context.Target(flow.Rows("rows", [new Sale(1, null, 0)]));
    }
}

/// <summary>Says what it is told, and fails.</summary>
public sealed class Telling : DataflowPackage<Work>
{
    /// <inheritdoc/>
    protected override void Build(Flow flow, Work options, IFlowContext context)
    {
        context.Log($"had {options.Value}");
        throw new InvalidOperationException($"no {options.Value} here");
    }
}

/// <summary>Sends its rows nowhere.</summary>
public sealed class Aimless : DataflowPackage<NoOptions>
{
    /// <inheritdoc/>
    protected override void Build(Flow flow, NoOptions options, IFlowContext context)
    {
    }
}

/// <summary>Leaves a worker without a link.</summary>
public sealed class Loose : DataflowPackage<NoOptions>
{
    /// <inheritdoc/>
    protected override void Build(Flow flow, NoOptions options, IFlowContext context)
    {
        context.Target(flow.Rows("rows", [new Sale(1, null, 1)]));
        flow.Rows("loose", [1, 2]);
    }
}
