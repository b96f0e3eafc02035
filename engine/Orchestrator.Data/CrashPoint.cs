namespace Orchestrator.Data;

/// <summary>
/// Places at which the process can be made to die without a word, so that tests see what is left behind:
/// `ORCHESTRATOR_TEST_CRASH=NAME`, `NAME:3` for the third time that it is passed, `NAME@PROJECT/OBJECT` on the thread
/// of that package only. `ORCHESTRATOR_TEST_STOP` names one at which the thread waits instead until somebody sends the
/// process SIGCONT. With `ORCHESTRATOR_TEST_CRASH_LOG=FILE` each passing is a line of that file. Costs a look at a
/// flag otherwise. Each name stands in one place of the code.
/// </summary>
public static class CrashPoint
{
    [ThreadStatic]
    private static string? _package;

    private static readonly string Stop = Environment.GetEnvironmentVariable("ORCHESTRATOR_TEST_STOP") ?? "";

    private static readonly CrashRequest? Request = CrashRequest.Of(
        IsForStops ? Stop : Environment.GetEnvironmentVariable("ORCHESTRATOR_TEST_CRASH") ?? "",
        Environment.GetEnvironmentVariable("ORCHESTRATOR_TEST_CRASH_LOG") ?? "", IsForStops);

    /// <summary>
    /// Whether a thread is to stop at a point instead. Then nothing ends the process when its lease is over, so that a
    /// test sees what else keeps it from writing.
    /// </summary>
    public static bool IsForStops => Stop.Length > 0;

    /// <summary>Whether anybody wants to know of points.</summary>
    public static bool IsOn { get; } = Request is not null;

    /// <summary>From here on this thread works for that package.</summary>
    public static void Enter(string name)
    {
        if (IsOn)
        {
            _package = name;
        }
    }

    /// <summary>Dies here, if that is wanted.</summary>
    /// <param name="name">The point.</param>
    /// <param name="amount">How often it is passed at once: bytes or rows.</param>
    public static void Pass(string name, long amount = 1)
    {
        if (IsOn)
        {
            Request!.Pass(name, _package ?? "", amount);
        }
    }

    /// <summary>Passes NAME.before, does something, and passes NAME.after.</summary>
    public static void Around(string name, Action step)
    {
        if (!IsOn)
        {
            step();
            return;
        }

        Pass($"{name}.before");
        step();
        Pass($"{name}.after");
    }

    /// <summary>Passes NAME.before, does something that gives something, and passes NAME.after.</summary>
    public static T Around<T>(string name, Func<T> step)
    {
        if (!IsOn)
        {
            return step();
        }

        Pass($"{name}.before");
        var result = step();
        Pass($"{name}.after");
        return result;
    }
}
