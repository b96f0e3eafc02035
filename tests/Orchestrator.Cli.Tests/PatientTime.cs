namespace Orchestrator.Cli.Tests;

/// <summary>
/// A clock for commands that give up after some seconds without an answer: by it they last sixty times as long, so that
/// whoever is to answer may be as slow as its machine is. Timers go off as ever.
/// </summary>
internal sealed class PatientTime : TimeProvider
{
    private const int Times = 60;

    public override long GetTimestamp() => System.GetTimestamp() / Times;
}
