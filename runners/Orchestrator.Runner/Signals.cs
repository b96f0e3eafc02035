using System.Runtime.InteropServices;

namespace Orchestrator.Runner;

/// <summary>
/// Turns SIGINT (Ctrl-C), SIGTERM, SIGQUIT and SIGHUP, and the console events of Windows behind the same names, into
/// requests to stop. The process then ends by itself, after its artifacts are complete. Dispose to let go.
/// </summary>
public sealed class Signals : IDisposable
{
    private readonly List<PosixSignalRegistration> _registrations = [];

    /// <summary>Listens from now on.</summary>
    public Signals(StopRequests stop)
    {
        foreach (var signal in (PosixSignal[])
            [PosixSignal.SIGINT, PosixSignal.SIGTERM, PosixSignal.SIGQUIT, PosixSignal.SIGHUP])
        {
            _registrations.Add(PosixSignalRegistration.Create(signal, context =>
            {
                context.Cancel = true;
                stop.Request(context.Signal.ToString(), ExitCodeOf(context.Signal));
            }));
        }
    }

    /// <summary>128 + the signal's number, as shells count; 130 for Ctrl-C, 143 for SIGTERM.</summary>
    public static int ExitCodeOf(PosixSignal signal) => signal switch
    {
        PosixSignal.SIGHUP => 129,
        PosixSignal.SIGQUIT => 131,
        PosixSignal.SIGTERM => 143,
        _ => 130,
    };

    public void Dispose() => _registrations.ForEach(registration => registration.Dispose());
}
