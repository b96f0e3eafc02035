using Orchestrator.Cli.Grammar;
using Orchestrator.Data.Absorb;
using Orchestrator.Metadata.Model;
using Orchestrator.Packages;
using Orchestrator.Packages.Absorb;

namespace Orchestrator.Cli.Run;

/// <summary>What `absorb run` has done so far, also where it ends with a failure, and what it says meanwhile.</summary>
internal sealed class AbsorbLoop(Call call, ObjectDefinition definition, BufferAccess access)
{
    private bool IsTold => definition.Absorb!.PrintStatistics;

    /// <summary>Whether it had the buffer, so that a server that is gone by now does not mean that nothing was done.
    /// </summary>
    public bool IsBegun { get; private set; }

    /// <summary>What it has drained.</summary>
    public DrainedRows Total { get; private set; }

    /// <summary>Drains until somebody asks it to stop.</summary>
    /// <exception cref="Exception">What <see cref="ConnectionAccess.Explain"/> explains.</exception>
    public DrainedRows Run() => access.Run(Drained, Measured, Failed, pause => !call.Host.Pause(pause));

    private void Drained(DrainedRows rows, TimeSpan took)
    {
        IsBegun = true;
        Total += rows;
        if (IsTold)
        {
            call.Say(AbsorbScreen.Rows(rows, took));
        }
    }

    private void Measured(BufferStatus status)
    {
        IsBegun = true;
        if (IsTold)
        {
            call.Say(AbsorbScreen.Standing(status));
        }
    }

    private void Failed(Exception fault, TimeSpan pause) => call.Warn(
        $"{ConnectionAccess.ExplainAtTarget(fault, definition)?.Message ?? fault.Message} "
        + $"Again in {Words.Duration(pause)}");
}
