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

    /// <summary>What a signal asks for.</summary>
    public static int ExitCodeOf(PosixSignal signal) => signal switch
    {
        PosixSignal.SIGHUP => ExitCode.HungUp,
        PosixSignal.SIGQUIT => ExitCode.Quit,
        PosixSignal.SIGTERM => ExitCode.Terminated,
        _ => ExitCode.Interrupted,
    };

    public void Dispose() => _registrations.ForEach(registration => registration.Dispose());
}
