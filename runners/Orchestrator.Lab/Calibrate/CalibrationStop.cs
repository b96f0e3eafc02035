using Orchestrator.Runner;

namespace Orchestrator.Lab.Calibrate;

/// <summary>What somebody asks of a calibration, as a token: it ends at the first request, and puts away what it has
/// made; the second ends the process, as a kill does.</summary>
public sealed class CalibrationStop : IDisposable
{
    private readonly CancellationTokenSource _source = new();
    private readonly StopRequests _requests;

    /// <summary>Listens.</summary>
    public CalibrationStop(StopRequests requests)
    {
        _requests = requests;
        requests.Listen(heard =>
        {
            if (heard.Count > 1)
            {
                Leave();
                Environment.Exit(heard.ExitCode);
            }

            _source.Cancel();
        });
    }

    /// <summary>Fires once somebody has asked.</summary>
    public CancellationToken Token => _source.Token;

    /// <summary>Says at the second request what is left, before the process ends.</summary>
    public Action Leave { get; set; } = () => { };

    public void Dispose()
    {
        _requests.Listen(null);
        _source.Dispose();
    }
}
