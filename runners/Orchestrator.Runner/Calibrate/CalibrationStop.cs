namespace Orchestrator.Runner.Calibrate;

/// <summary>What somebody asks of a calibration, as a token: it ends at the first request, and puts away what it has
/// made.</summary>
public sealed class CalibrationStop : IDisposable
{
    private readonly CancellationTokenSource source = new();
    private readonly StopRequests requests;

    /// <summary>Listens.</summary>
    public CalibrationStop(StopRequests requests)
    {
        this.requests = requests;
        requests.Listen(_ => source.Cancel());
    }

    /// <summary>Fires once somebody has asked.</summary>
    public CancellationToken Token => source.Token;

    /// <inheritdoc/>
    public void Dispose()
    {
        requests.Listen(null);
        source.Dispose();
    }
}
