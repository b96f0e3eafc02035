using System.Globalization;
using Orchestrator.Dataflow;
using Orchestrator.Plugins;

namespace Orchestrator.TestPlugin;

/// <summary>A number and a text.</summary>
public sealed record Cell(int Id, decimal Value, string Text);

/// <summary>What a file has to give as dates and exact numbers.</summary>
public sealed record When(int Id, DateTime? At, DateOnly? Day, TimeOnly? Time, DateTimeOffset? Instant, decimal? Exact);

/// <summary>Rows of the names: numbers where they are such, else texts, in which `!` stands for half a character.
/// </summary>
public sealed class Cells : DataflowPackage<Settings>
{
    /// <inheritdoc/>
    protected override void Build(Flow flow, Settings options, IFlowContext context) =>
        context.Target(flow.Rows("cells", options.Names.Select((name, place) =>
            decimal.TryParse(name, CultureInfo.InvariantCulture, out var value)
                ? new Cell(place + 1, value, "")
                : new Cell(place + 1, 0, name.Replace('!', '\ud800')))));
}

/// <summary>The source as it is.</summary>
public sealed class Times : DataflowPackage<NoOptions>
{
    /// <inheritdoc/>
    protected override void Build(Flow flow, NoOptions options, IFlowContext context) =>
        context.Target(context.Source<When>());
}

/// <summary>Two sources within a worker that is made of others, one of which is filtered there.</summary>
public sealed class Composed : DataflowPackage<NoOptions>
{
    /// <inheritdoc/>
    protected override void Build(Flow flow, NoOptions options, IFlowContext context) =>
        context.Target(new Half(flow, context).Output);

    private sealed class Half : CompositeWorker
    {
        public Half(Flow flow, IFlowContext context)
            : base(flow, "half")
        {
            using var parts = Parts();
            var made = flow.Rows("rows", Enumerable.Range(1, 100).Select(number => new Sale(number, null, 1)))
                .Filter("even", sale => sale.Id % 2 == 0);
            Output = made.Union("both", context.Source<Sale>());
        }

        public Output<Sale> Output { get; }
    }
}

/// <summary>Derives from what needs an assembly beside its own.</summary>
public sealed class Derived : DataflowPackage<Serilog.LoggerConfiguration>
{
    /// <inheritdoc/>
    protected override void Build(Flow flow, Serilog.LoggerConfiguration options, IFlowContext context) =>
        context.Target(flow.Rows("rows", [new Sale(1, null, 1)]));
}
