using System.Text.Json;
using Orchestrator.Benchmarks.Contests;

namespace Orchestrator.Benchmarks.Durability;

/// <summary>What the verbs of the command say of the nights with and without, against what the clock says.</summary>
/// <param name="night">The night.</param>
internal sealed class NightProof(RowByRowNight night)
{
    private const double AdviceOff = 0.25;
    private const string LogWrite = "log write";

    private readonly Dictionary<string, List<double>> _seconds = new()
    {
        [RowByRowNight.Relaxed] = [],
        [RowByRowNight.Durable] = [],
    };

    private readonly Dictionary<string, long> _flushes = [];
    private readonly Dictionary<string, string> _longest = [];
    private readonly List<double> _forecasts = [];
    private string _advice = "";

    /// <summary>Runs the night in an environment, and asks what there is to know of it.</summary>
    public Cost Run(string environment)
    {
        var cost = night.Run(environment);
        _seconds[environment].Add(cost.Seconds);
        _flushes[environment] = night.Flushes;
        _longest[environment] = LongestWait();
        if (environment == RowByRowNight.Durable)
        {
            Ask();
        }

        return cost;
    }

    /// <summary>Flushes for each row of the last runs; whether they are fewer by so much.</summary>
    public bool PrintFlushes(double wanted)
    {
        var (with, without) = (_flushes[RowByRowNight.Relaxed], _flushes[RowByRowNight.Durable]);
        var fewer = (double)without / Math.Max(1, with);
        Console.WriteLine($"  flushes per row: without {(double)without / night.Rows:0.00000}, with "
            + $"{(double)with / night.Rows:0.00000}: {fewer:0.0} × fewer");
        return fewer >= wanted;
    }

    /// <summary>The longest waits of the last runs; whether that for the log went off the top.</summary>
    public bool PrintWaits()
    {
        Console.WriteLine($"  longest wait: without {_longest[RowByRowNight.Durable]}, with "
            + _longest[RowByRowNight.Relaxed]);
        return _longest[RowByRowNight.Durable].StartsWith(LogWrite, StringComparison.Ordinal)
            && !_longest[RowByRowNight.Relaxed].StartsWith(LogWrite, StringComparison.Ordinal);
    }

    /// <summary>What the advice from the runs without says of the gain; whether that came true.</summary>
    /// <param name="isHelpless">Whether it should say that nothing is gained.</param>
    public bool PrintAdvice(bool isHelpless)
    {
        Console.WriteLine($"  {_advice}");
        if (isHelpless)
        {
            return _forecasts.Count == 0;
        }

        var gain = Median(_seconds[RowByRowNight.Durable]) / Median(_seconds[RowByRowNight.Relaxed]);
        var forecast = _forecasts.Count == 0 ? 1 : Median(_forecasts);
        Console.WriteLine($"  forecast of the gain: {forecast:0.00} × ({_forecasts.DefaultIfEmpty(1).Min():0.00} to "
            + $"{_forecasts.DefaultIfEmpty(1).Max():0.00} of {_forecasts.Count} runs), it was {gain:0.00} ×: off by "
            + $"{forecast / gain - 1:+0.0 %;-0.0 %} (wanted within {AdviceOff:0 %})");
        return Math.Abs(forecast / gain - 1) <= AdviceOff;
    }

    /// <summary>Prints what `compare` says of the last runs, keeps the report of the one that was relaxed.</summary>
    public void Keep(string name)
    {
        night.Run(RowByRowNight.Relaxed);
        foreach (var line in night.Call("compare").Split('\n').TakeWhile(line => line.Trim().Length > 0))
        {
            Console.WriteLine($"    {line}");
        }

        var file = Path.Combine(Environment.CurrentDirectory, "artifacts", $"delayed-durability-{name}.html");
        night.Report(file);
        Console.WriteLine($"  its report: {file}");
    }

    private string LongestWait()
    {
        using var waits = JsonDocument.Parse(night.Call("waits", "-o", "json"));
        var all = waits.RootElement.GetProperty("databases").EnumerateArray()
            .SelectMany(database => database.GetProperty("waits").EnumerateArray()).ToArray();
        return all.Length == 0 ? "none" : $"{all[0].GetProperty("class").GetString()} "
            + $"({all[0].GetProperty("name").GetString()}, {all[0].GetProperty("seconds").GetDouble():0.00} s)";
    }

    private void Ask()
    {
        using var plan = JsonDocument.Parse(
            night.Call("plan", "--environment", RowByRowNight.Durable, "-o", "json"));
        foreach (var one in plan.RootElement.GetProperty("advice").EnumerateArray())
        {
            _advice = "advice: " + one.GetProperty("text").GetString();
            if (one.GetProperty("effect").GetString() == "Helps")
            {
                _forecasts.Add(
                    one.GetProperty("seconds").GetDouble() / one.GetProperty("seconds_if_relaxed").GetDouble());
            }
        }
    }

    private static double Median(IEnumerable<double> values)
    {
        var ordered = values.Order().ToArray();
        return ordered[ordered.Length / 2];
    }
}
