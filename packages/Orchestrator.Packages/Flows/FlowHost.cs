using Orchestrator.Core;
using Orchestrator.Data;
using Orchestrator.Dataflow;
using Orchestrator.Metadata.Model;
using Orchestrator.Packages.Load.Rejects;
using Orchestrator.Packages.Load.Source;
using Orchestrator.Packages.Store;
using Orchestrator.Plugins;

namespace Orchestrator.Packages.Flows;

/// <summary>What the flow of one attempt is given. Disposing closes what it has opened.</summary>
/// <param name="context">The attempt.</param>
/// <param name="source">The rows of `source`; null = there is none.</param>
/// <param name="window">What of them is read.</param>
/// <param name="gate">Where its rows go.</param>
internal sealed class FlowHost(
    PackageContext context, Flow flow, IRowReader? source, WatermarkWindow? window, BatchGate gate)
    : IFlowContext, IDisposable
{
    private readonly List<IDisposable> _opened = [];
    private readonly HashSet<string> _reads = [];
    private Func<long> _written = () => 0;
    private string? _sourceName;
    private long _sourceRows;

    /// <summary>Rows that were rejected on the way.</summary>
    public FlowRejects Rejects { get; } = new(context.Object, gate, QuotedWords.AnyIsSensitive(context.Solution));

    /// <summary>The columns that its rows become; null = it has no target.</summary>
    public IReadOnlyList<RowColumn>? Columns { get; private set; }

    public string Package => context.Object.FullName;

    public long Run => context.Run;

    public long Attempt => context.AttemptId;

    public FlowWatermark? Watermark { get; } = window is null ? null
        : new FlowWatermark(context.Object.Watermark!.Name, window.Stands?.Text, window.To?.Text);

    public CancellationToken Cancellation => context.Cancellation;

    public string? Variable(string name) => PluginVariables.Of(context, name, "ORC3707");

    public string Secret(string name) => context.Resolve($"${{secret:{name}}}");

    public void Log(string message) => context.Message(message);

    public Output<T> Source<T>(string name = "source")
    {
        if (source is null)
        {
            throw Refused("asks for its source, and the object has none. Give it a `source`.");
        }

        if (_sourceName is not null)
        {
            throw Refused("asks for its source twice. Send its rows on by a multicast.");
        }

        // While nothing has come out yet, what was read is all that shows that it goes on.
        var worker = new RowSource<T>(flow, name, "source", source, context.Resources, Rejects, read =>
        {
            Volatile.Write(ref _sourceRows, read);
            if (_written() == 0)
            {
                context.Progress(read, 0);
            }
        });
        _sourceName = worker.Name;
        return worker.Output;
    }

    public Output<T> Read<T>(
        string name, string connection, string sql, params (string Name, object? Value)[] values)
    {
        if (connection != context.Object.Source?.Connection && !context.Object.Plugin!.Reads.Contains(connection))
        {
            throw Refused($"reads '{connection}', which the metadata do not say. Add it to `plugin: {{reads: […]}}`.");
        }

        var database = DatabaseAccess.ToSource(context with
        {
            Object = context.Object with { Source = new ObjectSource { Connection = connection } },
        }).Open();
        _opened.Add(database);
        using var interrupt = database.Interruption.On(context.Cancellation);
        var given = values.Select(value => value.Name.StartsWith('@') ? value : ($"@{value.Name}", value.Value))
            .ToArray();
        var reader = database.Read(sql,
            [.. context.Values.Where(value => !given.Any(one => one.Item1 == value.Name)), .. given]);
        _opened.Insert(0, reader);
        var worker = new RowSource<T>(flow, name, connection, reader, context.Resources, Rejects, _ => { });
        _reads.Add(worker.Name);
        return worker.Output;
    }

    public void Target<T>(Output<T> rows, string name = "target")
    {
        if (Columns is not null)
        {
            throw Refused("names two targets, and a package writes one. Bring the rows together by a union, or make "
                + "two objects.");
        }

        Columns = RowTarget<T>.Columns(context.Object);
        var target = new RowTarget<T>(rows, name, gate, Rejects);
        _written = () => target.Rows;
    }

    public void Reject<T>(Output<RejectedRow<T>> rows, string name = "rejected") =>
        _ = new RejectTarget<T>(rows, name, Rejects);

    /// <summary>
    /// Rows that its sources gave, which neither reached its target nor were rejected; what it only looks up is no
    /// source.
    /// </summary>
    public long LeftOut(FlowResult result)
    {
        var sources = result.Workers.Where(worker => worker.IsSource && !worker.IsLookedUp).ToArray();
        var own = sources.Where(worker => worker.Name != _sourceName && !_reads.Contains(worker.Name))
            .Sum(worker => worker.RowsOut);
        var given = sources.Any(worker => worker.Name == _sourceName) ? Volatile.Read(ref _sourceRows) : 0;
        return Math.Max(0, given + own - _written() - Rejects.Count);
    }

    public void Dispose() => _opened.ForEach(each => each.Dispose());

    private PackageRefusedException Refused(string why) => new("ORC3707", ErrorClass.Config, "open",
        $"'{context.Object.Plugin!.Class}' {why}");
}
