using System.Globalization;
using System.Text;

namespace Orchestrator.Service.Metrics;

/// <summary>
/// Writes numbers in the text format of Prometheus, version 0.0.4: each metric once, with its help and type, then its
/// samples, in which what labels say is escaped.
/// </summary>
internal sealed class ExpositionText
{
    /// <summary>What the text is, for whoever asks for it.</summary>
    public const string ContentType = "text/plain; version=0.0.4; charset=utf-8";

    private readonly StringBuilder _text = new();
    private string _metric = "";

    /// <summary>Begins a metric.</summary>
    /// <param name="name">Its name; of a counter it ends with _total.</param>
    /// <param name="type">counter, gauge, histogram or summary.</param>
    /// <param name="help">What it counts, in a line.</param>
    public void Begin(string name, string type, string help)
    {
        _metric = name;
        _text.Append("# HELP ").Append(name).Append(' ').Append(EscapedHelp(help)).Append('\n');
        _text.Append("# TYPE ").Append(name).Append(' ').Append(type).Append('\n');
    }

    /// <summary>A sample of the metric that was begun last.</summary>
    public void Add(double value, params IReadOnlyList<(string Name, string Value)> labels) => Add("", value, labels);

    /// <summary>A sample of it whose name has an end: _bucket, _sum or _count.</summary>
    public void Add(string end, double value, params IReadOnlyList<(string Name, string Value)> labels)
    {
        _text.Append(_metric).Append(end);
        var separator = '{';
        foreach (var (name, said) in labels)
        {
            _text.Append(separator).Append(name).Append("=\"").Append(Escaped(said)).Append('"');
            separator = ',';
        }

        _text.Append(labels.Count > 0 ? "} " : " ").Append(Number(value)).Append('\n');
    }

    public override string ToString() => _text.ToString();

    /// <summary>A number as the format has it.</summary>
    public static string Number(double value) => double.IsPositiveInfinity(value) ? "+Inf"
        : value.ToString("R", CultureInfo.InvariantCulture);

    private static string Escaped(string said) => EscapedHelp(said).Replace("\"", "\\\"", StringComparison.Ordinal);

    private static string EscapedHelp(string said) =>
        said.Replace("\\", "\\\\", StringComparison.Ordinal).Replace("\n", "\\n", StringComparison.Ordinal);
}
