using System.Diagnostics;
using System.Globalization;

namespace Orchestrator.Data;

/// <summary>
/// Where a test wants this process to die, or one of its threads to wait, and where it wants to read which points were
/// passed.
/// </summary>
internal sealed class CrashRequest
{
    private readonly string _name;
    private readonly string _package;
    private readonly long _count;
    private readonly StreamWriter? _log;
    private readonly Lock _gate = new();
    private readonly bool _isForStop;
    private long _passed;

    private CrashRequest(string name, string package, long count, string log, bool isForStop)
    {
        _isForStop = isForStop;
        if (isForStop)
        {
            CrashStop.Prepare();
        }


        (_name, _package, _count) = (name, package, count);
        // At once on its way: a process that is killed writes nothing more.
        _log = log.Length == 0 ? null : new StreamWriter(log, append: true) { AutoFlush = true };
    }

    /// <summary>What is written, as NAME, NAME:COUNT, NAME@PACKAGE or NAME@PACKAGE:COUNT; null = nothing.</summary>
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
        if (_log is not null)
        {
            lock (_gate)
            {
                _log.Write($"{point}\t{at}\t{amount}\n");
            }
        }

        if (point != _name || (_package.Length > 0 && _package != at))
        {
            return;
        }

        var after = Interlocked.Add(ref _passed, amount);
        if (after < _count || after - amount >= _count)
        {
            return;
        }

        if (_isForStop)
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
