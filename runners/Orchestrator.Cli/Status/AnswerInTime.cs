using System.Runtime.ExceptionServices;
using Orchestrator.Cli.Grammar;
using Orchestrator.Cli.Ledger;
using Orchestrator.Cli.Solutions;
using Orchestrator.Ledger;

namespace Orchestrator.Cli.Status;

/// <summary>
/// Asks a ledger that may be silent: where its server has been stopped, or its tables are locked, whoever looks hears
/// so at once, and where the run itself writes what it does.
/// </summary>
internal sealed class AnswerInTime(Call call)
{
    private static readonly TimeSpan Patience = TimeSpan.FromSeconds(1.2);

    /// <summary>The exit code of what asks.</summary>
    /// <exception cref="LedgerException">ORC4102: the ledger gave no answer.</exception>
    public int Of(Func<int> ask)
    {
        var location = call.Ledger = CallLedger.Location(call) with { ReadPatience = Patience };
        // Reading a file hangs at its lock only; who wrote how long to wait for a server waits that long.
        if (!location.IsOnServer || location.HasOwnTimeout)
        {
            return ask();
        }

        var code = ExitCode.Unreachable;
        ExceptionDispatchInfo? failed = null;
        var thread = new Thread(() =>
        {
            try
            {
                code = ask();
            }
#pragma warning disable CA1031 // It is thrown again on the thread that waits.
            catch (Exception fault)
#pragma warning restore CA1031
            {
                failed = ExceptionDispatchInfo.Capture(fault);
            }
        })
        { Name = "status", IsBackground = true };
        thread.Start();
        if (!thread.Join(Patience))
        {
            throw Silent(location);
        }

        failed?.Throw();
        return code;
    }

    private LedgerException Silent(LedgerLocation location)
    {
        var runs = Path.Combine(CallSolution.Folder(call), LedgerLocation.FolderName, "runs");
        var log = !Directory.Exists(runs) ? null
            : Directory.EnumerateFiles(runs, "run.log", SearchOption.AllDirectories)
                .MaxBy(File.GetLastWriteTimeUtc);
        return new LedgerException(LedgerCodes.CannotOpen,
            $"The ledger '{location.Name}' has not answered for {Patience.TotalSeconds:0.0} s: its server is stopped "
            + "or busy, or somebody has its tables locked. "
            + (log is null ? "" : $"What the newest run of this machine says is in {log}. ")
            + "Ask again, or write `Timeout` (seconds) into its connection string to wait longer.");
    }
}
