using Microsoft.AspNetCore.Components;
using Orchestrator.Core;

namespace Orchestrator.Report.Parts;

/// <summary>
/// A number as people read it, with its name and its exact value beside it: what a page says can be held against the
/// ledger.
/// </summary>
internal static class Figure
{
    public static RenderFragment Number(string name, long value) => Element(name, $"{value}", Words.Number(value));

    /// <summary>A number and what it counts: "2 packages".</summary>
    public static RenderFragment Count(string name, long value, string noun) =>
        Element(name, $"{value}", Words.Count(value, noun));

    /// <summary>A number that somebody looks something up with, as it is written there.</summary>
    public static RenderFragment Identity(string name, long? value) => value is { } known
        ? Element(name, $"{known}", $"{known}")
        : builder => builder.AddContent(0, "none");

    /// <summary>A number that is no whole one, in words of its own.</summary>
    public static RenderFragment Rate(string name, double value, string text) =>
        Element(name, value.ToString("0.######"), text);

    /// <summary>A number that may not be known, which is not zero.</summary>
    public static RenderFragment Known(string name, long? value) => value is { } known
        ? Number(name, known)
        : builder => builder.AddContent(0, "not available");

    /// <summary>Its value is in microseconds, as in the ledger.</summary>
    public static RenderFragment Duration(string name, TimeSpan value) =>
        Element(name, $"{value.Ticks / TimeSpan.TicksPerMicrosecond}", Words.Duration(value));

    public static RenderFragment Moment(DateTimeOffset value) => Time(value, Words.Moment(value));

    /// <summary>Without the day, where that is known.</summary>
    public static RenderFragment Clock(DateTimeOffset value) => Time(value, $"{value.UtcDateTime:HH:mm:ss}");

    /// <summary>The end of something that has begun, without the day where it is the same.</summary>
    public static RenderFragment Until(DateTimeOffset begin, DateTimeOffset end) =>
        begin.UtcDateTime.Date == end.UtcDateTime.Date
            ? Time(end, $"{end.UtcDateTime:HH:mm:ss}Z")
            : Moment(end);

    private static RenderFragment Time(DateTimeOffset value, string text) => builder => builder.AddMarkupContent(
        0, $"<time datetime=\"{value.UtcDateTime:yyyy-MM-dd'T'HH:mm:ss.ffffff'Z'}\">{text}</time>");

    // Names are ours and values are numbers: nothing here comes from outside.
    private static RenderFragment Element(string name, string value, string text) => builder =>
        builder.AddMarkupContent(0, $"<data data-figure=\"{name}\" value=\"{value}\">{text}</data>");
}
