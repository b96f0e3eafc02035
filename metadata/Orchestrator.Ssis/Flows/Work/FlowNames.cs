using System.Security.Cryptography;
using System.Text;

namespace Orchestrator.Ssis.Flows.Work;

/// <summary>Names that nothing else in a flow has.</summary>
/// <param name="prefix">What stands before all of them.</param>
/// <param name="written">What its components have written.</param>
/// <param name="takesLanding">Takes a name for a landed table, which no other flow has.</param>
internal sealed class FlowNames(string prefix, string written, Func<string, bool> takesLanding)
{
    private const int LengthMax = 60;
    private const int HashLength = 8;
    private const string Landed = "stage";

    private readonly HashSet<string> _objects = new(StringComparer.OrdinalIgnoreCase);
    private readonly HashSet<string> _parts = new(StringComparer.OrdinalIgnoreCase);

    /// <summary>The name of an object, made of a text.</summary>
    public string Object(string text) => Unique(Short(Plain(prefix + text)), "_", _objects);

    /// <summary>The name of a landed table and of the load that fills it: no other flow has it, as both may run at
    /// once.</summary>
    /// <param name="flow">What tells the flow from the others of its package.</param>
    /// <param name="text">What is landed.</param>
    public string Table(string flow, string text)
    {
        var own = Plain(prefix).Contains(Plain(flow), StringComparison.Ordinal) ? text : $"{flow} {text}";
        var first = Short(Plain($"{Landed}_{prefix}{own}"));
        string name;
        do
        {
            name = Unique(first, "_", _objects);
        }
        while (!takesLanding(name));

        return name;
    }

    /// <summary>The name of a part of a statement; it is none that a written statement may mean.</summary>
    public string Part(string text)
    {
        var name = string.Concat(text.Select(each => char.IsControl(each) ? ' ' : each)).Trim();
        name = name.Length == 0 ? "Rows" : Cut(name);
        return Unique(written.Contains(name, StringComparison.OrdinalIgnoreCase) ? $"{Cut(name, 5)} rows" : name, " ",
            _parts);
    }

    /// <summary>A text of nothing but letters, digits and `_`.</summary>
    public static string Plain(string text)
    {
        var words = string.Concat(text.Select(each => char.IsLetterOrDigit(each) ? each : ' '))
            .Split(' ', StringSplitOptions.RemoveEmptyEntries);
        var name = string.Join('_', words);
        return name.Length == 0 ? "rows" : char.IsDigit(name[0]) ? "_" + name : name;
    }

    /// <summary>A name that none of the taken ones is, whatever the case; it is taken now.</summary>
    public static string Unique(string name, string sign, HashSet<string> taken)
    {
        for (var number = 2; !taken.Add(name); number++)
        {
            var end = $"{sign}{number}";
            var start = number == 2 ? name : name[..^$"{sign}{number - 1}".Length];
            name = Cut(start, end.Length) + end;
        }

        return name;
    }

    // What is cut keeps a sign of the whole, so that two do not become one.
    private static string Short(string name) => name.Length <= LengthMax ? name
        : $"{Cut(name, HashLength + 1)}_{Hash(name)}";

    private static string Hash(string name) =>
        Convert.ToHexStringLower(SHA256.HashData(Encoding.UTF8.GetBytes(name)))[..HashLength];

    private static string Cut(string text, int spare = 0) =>
        text.Length <= LengthMax - spare ? text : text[..(LengthMax - spare)].TrimEnd();
}
