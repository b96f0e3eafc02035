using Orchestrator.Core.Types;
using Orchestrator.Metadata.Diagnostics;
using Orchestrator.Metadata.Model;
using Orchestrator.Metadata.Yaml;

namespace Orchestrator.Metadata.Schema;

/// <summary>Holds one text, number or word against its shape.</summary>
internal sealed class ScalarReader(DiagnosticBag bag, Placeholders placeholders)
{
    private const int NameMax = 128;

    // One of them stands in each expression that says its variables by their bare names.
    private static readonly char[] SignsOfCondition = [' ', '=', '<', '>', '('];

    public YamlNode? Read(YamlNode node, Shape shape, string key)
    {
        if (shape is OpenEndShape or WordOrNullShape && node is YamlScalar { IsNull: true, Length: > 0 })
        {
            return node;
        }

        if (node is not YamlScalar scalar || scalar.IsNull)
        {
            Refuse(node, shape, key);
            return null;
        }

        var form = shape is ConditionShape ? TextForm.Value : (shape as TextShape)?.Form ?? TextForm.Free;
        var resolved = placeholders.Resolve(scalar, form, key);
        return resolved is not null && Fits(resolved, shape, key) ? resolved : null;
    }

    /// <summary>Reports *expected `key` to be …, got: …*.</summary>
    public void Refuse(YamlNode node, Shape shape, string key, Fix? fix = null, string? hint = null) =>
        bag.Error(shape is TextShape { IsName: true } ? "ORC1044" : Code(shape), node.At,
            $"expected '{key}' to be {shape.Expected}, got: {Got(node)}", hint, fix);

    private static string Code(Shape shape) => shape switch
    {
        WordShape or WordOrNullShape or FlushShape => "ORC1013",
        DurationShape => "ORC1015",
        DataTypeShape => "ORC1016",
        NumberShape { IsLimit: true } => "ORC1017",
        SizeShape => "ORC1019",
        _ => "ORC1012",
    };

    private static string Got(YamlNode node) => node switch
    {
        YamlMap => "a map",
        YamlList => "a list",
        YamlScalar { IsNull: true } => "nothing",
        YamlScalar scalar => Short(scalar.Written ?? scalar.Text),
        _ => "something else",
    };

    private static string Short(string text) => $"'{(text.Length > 60 ? text[..60] + "…" : text)}'";

    private bool Fits(YamlScalar scalar, Shape shape, string key) => shape switch
    {
        TextShape text => !text.IsName || IsName(scalar, shape, key),
        FlagShape => CoreSchema.Flag(scalar) is not null || Refused(scalar, shape, key, Flag(scalar.Text)),
        ConditionShape => CoreSchema.Flag(scalar) is not null
            || scalar.Text.Contains("${var:", StringComparison.Ordinal)
            || scalar.Text.IndexOfAny(SignsOfCondition) >= 0
            || Refused(scalar, shape, key, Flag(scalar.Text)),
        NumberShape number => IsNumber(scalar, number) || Refused(scalar, shape, key, Digits(scalar, number)),
        DurationShape => CoreSchema.Duration(scalar.Text) is not null
            || Refused(scalar, shape, key, Unit(scalar.Text, "s", text => CoreSchema.Duration(text) is not null)),
        FlushShape => DelayedDurability.ReadFlush(scalar.Text) is not null
            || Refused(scalar, shape, key, Flush(scalar.Text)),
        SizeShape => CoreSchema.Size(scalar.Text) is not null
            || Refused(scalar, shape, key, Unit(scalar.Text, "MB", text => CoreSchema.Size(text) is not null)),
        DataTypeShape => IsDataType(scalar, key),
        WordOrNullShape word => scalar.Text == word.Word || scalar.Text == "null"
            || Refused(scalar, shape, key, Nearest.Find(scalar.Text, [word.Word, "null"])),
        WordShape words => words.Words.Contains(scalar.Text) || RefusedWord(scalar, words, key),
        _ => true,
    };

    private bool Refused(YamlScalar scalar, Shape shape, string key, string? better, string? hint = null)
    {
        Refuse(scalar, shape, key, better is null || scalar.Written is not null ? null
            : new Fix(scalar.At, scalar.Length, better), hint);
        return false;
    }

    private static bool IsNumber(YamlScalar scalar, NumberShape shape) =>
        (shape.AllWord is not null && scalar.Text == shape.AllWord)
        || (CoreSchema.Number(scalar) is { } number
            && number <= shape.Max
            && (number >= shape.Min || (shape.IsLimit && number == -1)));

    private static string? Flag(string text) => text.ToLowerInvariant() switch
    {
        "yes" or "on" or "y" or "1" or "true" => "true",
        "no" or "off" or "n" or "0" or "false" => "false",
        var other => Nearest.Find(other, ["true", "false"]),
    };

    private static string? Flush(string text) => DelayedDurability.ReadFlush($"every {text}") is not null
        ? $"every {text}"
        : Nearest.Find(text, ["package", "level", "run"]);

    private static string? Digits(YamlScalar scalar, NumberShape shape)
    {
        var bare = scalar.Text.Replace("_", "", StringComparison.Ordinal).Replace(",", "", StringComparison.Ordinal);
        return IsNumber(scalar with { Text = bare, IsPlain = true }, shape) ? bare
            : shape.IsLimit && CoreSchema.Number(scalar) is <= 0 ? "-1"
            : null;
    }

    private static string? Unit(string text, string unit, Func<string, bool> isGood)
    {
        var bare = text.Replace(" ", "", StringComparison.Ordinal);
        string[] tries = [bare.ToLowerInvariant(), bare.ToUpperInvariant(), bare.ToUpperInvariant() + "B", bare + unit,
            bare.TrimEnd('e', 'c', 'i', 'n', 'u', 't', 'o', 'r', 'a', 'y', 's')];
        return tries.FirstOrDefault(isGood);
    }

    private bool IsDataType(YamlScalar scalar, string key)
    {
        if (SqlType.TryParse(scalar.Text, out _, out var problem))
        {
            return true;
        }

        var name = scalar.Text.Split('(')[0].Trim();
        var nearest = Nearest.Find(name, SqlType.Names);
        var better = nearest is null ? null : nearest + scalar.Text[scalar.Text.Split('(')[0].Length..];
        return Refused(scalar, new DataTypeShape(), key,
            SqlType.TryParse(better, out _, out _) ? Quoted(better!) : Lengthy(scalar.Text), problem);
    }

    private static string? Lengthy(string text) => SqlType.TryParse(text.Trim() + "(max)", out var type, out _)
        ? type.ToString()
        : SqlType.TryParse(text.Trim() + ")", out type, out _) ? Quoted(type.ToString()) : null;

    private static string Quoted(string type) => type.Contains(',', StringComparison.Ordinal) ? $"\"{type}\"" : type;

    private bool RefusedWord(YamlScalar scalar, WordShape shape, string key)
    {
        if (scalar.Text == "truncate" && shape == Parts.Refusal)
        {
            bag.Error("ORC1039", scalar.At, $"'{key}' cannot truncate: nothing of the value would be left that is true",
                "fail stops the load, redirect keeps the row in the error table",
                new Fix(scalar.At, scalar.Length, "redirect"));
            return false;
        }

        var meant = shape.Otherwise.GetValueOrDefault(scalar.Text.ToLowerInvariant());
        return Refused(scalar, shape, key, meant ?? Nearest.Find(scalar.Text, shape.Words));
    }

    private bool IsName(YamlScalar scalar, Shape shape, string key)
    {
        var text = scalar.Text;
        var why = text.Length == 0 ? "it is empty"
            : text.Length > NameMax ? $"it has {text.Length} characters, {NameMax} are taken"
            : text.Any(char.IsControl) ? "it holds a control character"
            : text.Trim().Length == 0 ? "it is nothing but blanks"
            : shape is not TextShape { Form: TextForm.NameOfColumn } && text.Trim() != text
                ? "it begins or ends with a blank"
            : !IsWellFormed(text) ? "it is no valid Unicode text"
            : null;
        return why is null
            || Refused(scalar, shape, key, why.EndsWith("blank", StringComparison.Ordinal) ? text.Trim() : null, why);
    }

    private static bool IsWellFormed(string text) =>
        text.EnumerateRunes().All(rune => rune.Value != 0xFFFD) || !text.Any(char.IsSurrogate);
}
