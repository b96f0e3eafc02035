using System.Collections.ObjectModel;
using System.Globalization;
using Orchestrator.Core;
using Orchestrator.Core.RunValues;
using Orchestrator.Metadata.Model;
using Orchestrator.Packages.Store;

namespace Orchestrator.Packages.Programs;

/// <summary>
/// Makes values of the run of what a program has written and of the code with which it ended: all of them or none.
/// </summary>
internal sealed class ProgramSets(PackageContext context)
{
    /// <summary>The most bytes of a standard output that become a value.</summary>
    public const int BytesMax = 1_048_576;

    private readonly ValueSets? _sets = context.Object.Sets;

    /// <summary>Whether a value is made of what it writes.</summary>
    public bool ReadsOutput => _sets?.Each.Any(IsOfOutput) == true;

    /// <summary>Whether what it writes is for nobody to see.</summary>
    public bool IsHidden => _sets?.Each.Any(one => IsOfOutput(one) && IsSensitive(one)) == true;

    /// <summary>The values by the names of their variables.</summary>
    /// <param name="output">What it has written; null = nobody asks for it.</param>
    /// <param name="isWhole">Whether that has come to its end.</param>
    /// <param name="code">The code with which it ended.</param>
    /// <exception cref="PackageRefusedException">ORC3663: one is no value of its variable.</exception>
    public IReadOnlyDictionary<string, RunValue> Of(CapturedOutput? output, bool isWhole, int code) =>
        _sets is null ? ReadOnlyDictionary<string, RunValue>.Empty : _sets.Each.ToDictionary(
            one => one.Variable,
            one => Value(one, IsOfOutput(one) ? Written(one, output!, isWhole)
                : code.ToString(CultureInfo.InvariantCulture)),
            StringComparer.Ordinal);

    private static bool IsOfOutput(ValueSet set) => set.Kind != ValueOrigin.ReturnCode;

    private string Written(ValueSet set, CapturedOutput output, bool isWhole)
    {
        if (!isWhole)
        {
            throw Refused(set, "it has ended, and something that it has started still writes there. Let it wait for "
                + "that, or let that write elsewhere");
        }

        var text = output.IsTooLong
            ? throw Refused(set, $"it is longer than {Words.Number(BytesMax)} bytes. Let it write a file")
            : output.Text ?? throw Refused(set, "it holds bytes that are no text in UTF-8");
        return IsSensitive(set) || context.Redact(text).Text == text ? text
            : throw Refused(set, "it holds a secret. Declare the variable as sensitive: true, or keep it out");
    }

    private RunValue Value(ValueSet set, string text) =>
        RunValue.TryMake(set.Type, [[text]], out var made, out var problem) ? made
            : throw Refused(set, IsSensitive(set) ? "it is none of its type" : problem);

    private bool IsSensitive(ValueSet set) =>
        context.Solution.RunVariables.Any(one => one.Name == set.Variable && one.Is.IsSensitive);

    private PackageRefusedException Refused(ValueSet set, string why) => new(
        "ORC3663", ErrorClass.Data, KindTable.Process.Word,
        $"'{context.Object.Name}' sets '{set.Variable}', which is {set.Type}, from '{set.From}': {why}.", set.At);
}
