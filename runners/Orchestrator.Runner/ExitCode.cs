namespace Orchestrator.Runner;

/// <summary>What a process of the command returns to its caller; the table stands in the guide under "exit-codes".
/// </summary>
public static class ExitCode
{
    /// <summary>It has done what it was asked for.</summary>
    public const int Done = 0;

    /// <summary>Something failed, or was cancelled by somebody else.</summary>
    public const int Failed = 1;

    /// <summary>The command or the metadata is wrong: nothing was started.</summary>
    public const int Usage = 2;

    /// <summary>Another run or process holds what it needs.</summary>
    public const int HeldByAnother = 3;

    /// <summary>Something that it needs cannot be reached, used or written.</summary>
    public const int Unreachable = 4;

    /// <summary>A mistake of the command itself.</summary>
    public const int OwnBug = 5;

    /// <summary>SIGHUP. Of a signal it is 128 + its number, as shells count.</summary>
    public const int HungUp = 129;

    /// <summary>SIGINT.</summary>
    public const int Interrupted = 130;

    /// <summary>SIGQUIT.</summary>
    public const int Quit = 131;

    /// <summary>SIGTERM.</summary>
    public const int Terminated = 143;
}
