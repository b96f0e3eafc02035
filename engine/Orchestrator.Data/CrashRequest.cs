using System.Diagnostics;
using System.Globalization;

namespace Orchestrator.Data;

/// <summary>
/// Where a test wants this process to die, or one of its threads to wait, and where it wants to read which points were
/// passed.
/// </summary>
internal sealed class CrashRequest
{
    private readonly string name;
    private readonly string package;
    private readonly long count;
    private readonly StreamWriter? log;
    private readonly Lock gate = new();
    private readonly bool isForStop;
    private long passed;

    private CrashRequest(string name, string package, long count, string log, bool isForStop)
    {
        this.isForStop = isForStop;
        if (isForStop)
        {
            CrashStop.Prepare();
        }


        (this.name, this.package, this.count) = (name, package, count);
        // At once on its way: a process that is killed writes nothing more.
        this.log = log.Length == 0 ? null : new StreamWriter(log, append: true) { AutoFlush = true };
    }

    /// <summary>What is written, as NAME, NAME:COUNT, NAME@PACKAGE or NAME@PACKAGE:COUNT; null = nothing.</summary>
    /// <param name="text">The text.</param>
    /// <param name="log">The file for the points that are passed; empty = none.</param>
    /// <param name="isForStop">Whether the thread waits there for SIGCONT, and nothing dies.</param>
    public static CrashRequest? Of(string text, string log, bool isForStop)
    {
        if (text.Length + log.Length == 0)
        {
            return null;
        }

        var (point, count) = text.Split(':') is [var head, var number]
            ? (head, long.Parse(number, CultureInfo.InvariantCulture))
            : (text, 1);
        var place = point.Split('@', 2);
        return new CrashRequest(place[0], place.Length > 1 ? place[1] : "", count, log, isForStop);
    }

    /// <summary>Dies or waits here, if it is the time.</summary>
    public void Pass(string point, string at, long amount)
    {
        if (log is not null)
        {
            lock (gate)
            {
                log.Write($"{point}\t{at}\t{amount}\n");
            }
        }

        if (point != name || (package.Length > 0 && package != at))
        {
            return;
        }

        var after = Interlocked.Add(ref passed, amount);
        if (after < count || after - amount >= count)
        {
            return;
        }

        if (isForStop)
        {
            CrashStop.Await();
        }
        else
        {
            using var self = Process.GetCurrentProcess();
            self.Kill();
            // The signal may take a moment, in which nothing more may happen.
            self.WaitForExit();
        }
    }
}
