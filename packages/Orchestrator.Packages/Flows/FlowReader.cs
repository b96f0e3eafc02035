using System.Globalization;
using System.Runtime.ExceptionServices;
using Orchestrator.Data;
using Orchestrator.Dataflow;
using Orchestrator.Packages.Load.Source;

namespace Orchestrator.Packages.Flows;

/// <summary>
/// A source with the flow of a plug-in behind it: what comes out of the flow is what a load reads. The flow runs on
/// threads of its own from the first batch on, and is at its end, whatever happens, when this is disposed of.
/// </summary>
internal sealed class FlowReader : IRowReader
{
    private readonly PackageContext context;
    private readonly IRowReader? inner;
    private readonly BatchGate gate = new();
    private readonly CancellationTokenSource stop = new();
    private readonly Flow flow;
    private readonly FlowHost host;
    private Thread? thread;
    private FlowResult? result;
    private ExceptionDispatchInfo? fault;
    private long rows;
    private bool isOver;

    private FlowReader(IRowReader? inner, PackageContext context, WatermarkWindow? window)
    {
        (this.context, this.inner) = (context, inner);
        flow = new Flow(context.Object.Name);
        host = new FlowHost(context, flow, inner, window, gate);
        try
        {
            FlowBuilding.Build(context, flow, host);
            Columns = host.Columns!;
        }
        catch
        {
            host.Dispose();
            stop.Dispose();
            throw;
        }
    }

    /// <inheritdoc/>
    public IReadOnlyList<RowColumn> Columns { get; }

    /// <inheritdoc/>
    public long BytesRead => inner?.BytesRead ?? 0;

    /// <summary>Rows that came from its sources, and that the flow has left out; known once all has been read.
    /// </summary>
    public long LeftOut => result is null ? 0 : host.LeftOut(result);

    /// <summary>The source with the flow of the object behind it; as it is where the object has none.</summary>
    public static IRowReader Behind(IRowReader inner, PackageContext context, WatermarkWindow? window) =>
        context.Object.Plugin is null ? inner : new FlowReader(inner, context, window);

    /// <summary>A flow that brings rows of its own.</summary>
    public static FlowReader Alone(PackageContext context) => new(null, context, null);

    /// <inheritdoc/>
    public bool Read(RowBatch batch, CancellationToken cancellation)
    {
        batch.Reset();
        using var stopped = cancellation.Register(stop.Cancel);
        if (!isOver)
        {
            Start();
            batch.FirstRow = rows + 1;
            isOver = !gate.Fill(batch);
            rows += batch.Count;
            host.Rejects.MoveTo(batch.Rejected);
        }

        if (isOver && batch.Read == 0)
        {
            thread!.Join();
            cancellation.ThrowIfCancellationRequested();
            fault?.Throw();
            return false;
        }

        return true;
    }

    /// <inheritdoc/>
    public void Dispose()
    {
        stop.Cancel();
        gate.End();
        thread?.Join();
        host.Dispose();
        inner?.Dispose();
        stop.Dispose();
    }

    private void Start()
    {
        if (thread is null)
        {
            thread = new Thread(Run) { IsBackground = true, Name = $"flow {flow.Name}" };
            thread.Start();
        }
    }

    private void Run()
    {
        try
        {
            result = FlowBuilding.Run(context, flow, stop.Token);
            Tell(result);
            if (result.Failure is { } failure)
            {
                throw FlowBuilding.Failed(context, failure, $"the worker '{result.FailedWorker}'");
            }
        }
        catch (Exception failure)
        {
            // Whatever it was ends the package on its own thread, a bug too.
            fault = ExceptionDispatchInfo.Capture(failure);
        }
        finally
        {
            gate.End();
        }
    }

    private void Tell(FlowResult ended)
    {
        foreach (var worker in ended.Workers)
        {
            context.Message(string.Create(CultureInfo.InvariantCulture,
                $"flow: {worker.Name}: {worker.RowsIn:N0} rows in, {worker.RowsOut:N0} out; "
                + $"{worker.Working.TotalSeconds:F2} s working, {worker.AwaitingRows.TotalSeconds:F2} s without rows, "
                + $"{worker.AwaitingRoom.TotalSeconds:F2} s without room"));
        }
    }
}
