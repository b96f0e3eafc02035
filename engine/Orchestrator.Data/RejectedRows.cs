using System.Globalization;
using System.Security.Cryptography;
using System.Text;
using System.Text.Unicode;
using Orchestrator.Core.Types;
using Orchestrator.Data.Forms;

namespace Orchestrator.Data;

/// <summary>Makes rejected rows out of problems: values for the error table, and what may be seen elsewhere.</summary>
internal sealed class RejectedRows(
    IReadOnlyList<GuardColumn> columns, IReadOnlyList<RowColumn> source, ReadOnlyMemory<byte> hashKey)
{
    private const int HashChars = 12;
    private const string NoText = "is not text in its encoding";
    private const string UnreadCode = "ORC3411";

    private readonly int[] _read =
        [.. columns.Where(column => !column.IsFilled).Select(column => column.Source).Distinct()];

    private readonly GuardColumn[] _key = [.. columns.Where(x => x.Key > 0).OrderBy(x => x.Key)];

    public RejectedRow From(RowProblem problem, RowBatch batch)
    {
        var column = columns[problem.Column];
        var value = Text(batch.Columns[column.Source], problem.Row);
        var (actual, allowed) = problem.Reason == RejectReason.ScaleLoss
            ? (Decimals(Plain(value, FormOf(column))), column.Limits.FractionDigitsMax
                ?? (column.Type.IsTemporal ? column.Type.FractionDigits : column.Type.Scale))
            : (problem.Actual, problem.Allowed);
        return new RejectedRow
        {
            Row = batch.RowNumber(problem.Row),
            File = batch.File,
            Column = column.Name,
            Value = value is null ? null : ShownText.Kept(value),
            Shown = Show(column, value),
            ActualSize = actual,
            AllowedSize = allowed,
            Reason = problem.Reason,
            Code = Unread(problem, batch) is null ? CodeOf(problem.Reason) : UnreadCode,
            Message = Unread(problem, batch) is { } what
                ? $"is {what}, which cannot be read as {source[column.Source].Type} like the others of it"
                : problem.Reason == RejectReason.EncodingLoss
                ? Unkept(column.Limits, batch.Columns[column.Source], problem.Row)
                : Message(problem.Reason, column, FormOf(column), actual, allowed),
            Key = string.Join(", ", _key.Select(x => $"{x.Name}={KeyText(batch, x, problem.Row)}")),
            SourceRow = RowText.Write(_read.Select(place => (source[place].Name, Vector(batch, place))), problem.Row),
        };
    }

    /// <summary>The failure of a load whose policy is fail.</summary>
    public static DataRefusedException Failure(IReadOnlyList<RejectedRow> rejected, long rowsRead)
    {
        var row = rejected[^1];
        var place = row.File.Length > 0 ? $"{row.File}, row {row.Row}" : $"row {row.Row}";
        var value = row.Reason == RejectReason.Null ? "the value" : $"the value '{row.Shown}'";
        return new DataRefusedException(row.Code,
            $"{place}, column {row.Column}: {value} {row.Message}. {Hint(row)}")
        { File = row.File, Row = row.Row, Column = row.Column, Rejected = rejected, RowsRead = rowsRead };
    }

    private string? Unread(RowProblem problem, RowBatch batch) => problem.Reason == RejectReason.RangeLoss
        && Vector(batch, columns[problem.Column].Source).TryUnread(problem.Row, out var what, out _) ? what : null;

    private static ColumnVector Vector(RowBatch batch, int place) => batch.Columns[place];

    private static string CodeOf(RejectReason reason) => reason switch
    {
        RejectReason.Truncation => "ORC3001",
        RejectReason.ScaleLoss => "ORC3002",
        RejectReason.EncodingLoss => "ORC3003",
        RejectReason.RangeLoss => "ORC3004",
        _ => "ORC3005",
    };

    private static string Hint(RejectedRow row) => row.Reason switch
    {
        RejectReason.Truncation => "Widen the column, or set `onTruncation` to redirect or truncate.",
        RejectReason.ScaleLoss => "Give the column more scale, or set `onScaleLoss` to redirect or truncate.",
        // Text that is none is the source's fault, a character that cannot be held the target's.
        RejectReason.EncodingLoss when row.Message != NoText =>
            "Load a column that holds it, or set `onEncodingLoss` to redirect or truncate.",
        RejectReason.EncodingLoss =>
            "Correct the data or `encoding` of the format, or set `onEncodingLoss` to redirect or truncate.",
        RejectReason.RangeLoss when row.Code == UnreadCode =>
            "Correct the row, or read the column with `sourceExpression: \"CAST(@@this AS TEXT)\"`.",
        RejectReason.RangeLoss when row is { AllowedSize: > 0, ActualSize: > 0 } =>
            "Widen the column in `widths` of the format, or set `onRangeLoss: redirect`.",
        RejectReason.RangeLoss when row.AllowedSize > 0 => "Correct the data, or set `onRangeLoss: redirect`.",
        RejectReason.RangeLoss => "Choose a type that takes it, correct the data, or set `onRangeLoss: redirect`.",
        _ => "Correct the data, let the column take NULL, or set `onNull: redirect`.",
    };

    private ValueForm? FormOf(GuardColumn column) => source[column.Source].Forms is not { } forms ? null
        : column.Limits.IsNumberText ? forms.Number : forms.Of(column.Type);

    private static string Message(
        RejectReason reason, GuardColumn column, ValueForm? form, long actual, long allowed) =>
        reason switch
        {
            RejectReason.Truncation when column.Limits is { LengthUnit: LengthUnit.Characters, ValueLengthMax: > 0 }
                && allowed == column.Limits.ValueLengthMax =>
                $"has {actual:N0} characters, its column in the file takes {allowed:N0}",
            RejectReason.Truncation when column.Type.IsUnicodeText =>
                $"has {actual:N0} characters, {column.Type} takes {allowed:N0}",
            RejectReason.Truncation => $"has {actual:N0} bytes, {column.Type} takes {allowed:N0}",
            RejectReason.ScaleLoss when allowed < 0 =>
                "has digits that the column would round: it keeps none behind the point, and zeros alone in the "
                + $"{-allowed} places before it",
            RejectReason.ScaleLoss when actual > allowed =>
                $"has {actual} digits behind the point, "
                + $"{(column.Limits.FractionDigitsMax is null ? $"{column.Type}" : "the column")} keeps {allowed}",
            RejectReason.ScaleLoss when column.Limits.Form is TimeForm times =>
                $"has more than the file keeps, which is written as '{times.Pattern.Text}'",
            RejectReason.ScaleLoss => $"has more than {column.Type} keeps",
            RejectReason.RangeLoss when allowed > 0 && actual == 0 =>
                "is empty, which would not read back from a column of fixed width",
            RejectReason.RangeLoss when allowed > 0 =>
                $"is {actual:N0} characters wide in the file, its column {allowed:N0}",
            RejectReason.RangeLoss when column.Limits.Texts is { Loss: RejectReason.RangeLoss } rule => rule.Refused,
            RejectReason.RangeLoss when column.Limits.IsNumberText => "is no number",
            RejectReason.RangeLoss when column.Limits.Numbers is { Count: > 0 } kept =>
                $"is none of the numbers that the column keeps ({string.Join(", ", kept.Select(RangeOf))})",
            RejectReason.RangeLoss when column.Limits.Form is TimeForm || column.Limits.NullWords.Count > 0 =>
                $"is no value of {column.Type} that the format of the file gives back",
            RejectReason.RangeLoss => $"is no value of {column.Type}{RangeOf(column.Type, form)}",
            _ => $"is NULL, and the column takes none",
        };

    private static string Unkept(ColumnLimits limits, ColumnVector vector, int row)
    {
        var text = ValueStorages.IsText(vector.Type) && !vector.IsNull(row) ? vector.Bytes(row) : default;
        return !Utf8.IsValid(text) ? NoText
            : limits.RefusesNul && text.Contains((byte)0) ? "holds U+0000, which text of the target cannot hold"
            : limits.CodePage > 0 ? $"holds a character that the column's code page {limits.CodePage} does not have"
            : limits.Texts is { } rule ? rule.Refused
            : NoText;
    }

    private static string RangeOf(SqlType type, ValueForm? form) =>
        form is null ? RangeOf(type)
        : type.IsInteger ? $"{RangeOf(type)[..^1]}, thousands as in {form.Example})"
        : $" (written as {form.Example})";

    private static string RangeOf((long Least, long Greatest) kept) =>
        kept.Least == kept.Greatest ? $"{kept.Least}" : $"{kept.Least} to {kept.Greatest}";

    private static string RangeOf(SqlType type) => type.Kind switch
    {
        SqlTypeKind.Bit => " (0 or 1)",
        SqlTypeKind.TinyInt => " (0 to 255)",
        SqlTypeKind.SmallInt => " (-32768 to 32767)",
        SqlTypeKind.Int => " (-2147483648 to 2147483647)",
        SqlTypeKind.BigInt => " (-9223372036854775808 to 9223372036854775807)",
        SqlTypeKind.Decimal => " (written as 1234.50)",
        SqlTypeKind.Date => " (written as 2026-01-31)",
        SqlTypeKind.Time => " (written as 23:59:59)",
        SqlTypeKind.DateTime2 => " (written as 2026-01-31 23:59:59)",
        SqlTypeKind.DateTimeOffset => " (written as 2026-01-31 23:59:59+01:00)",
        SqlTypeKind.DateTime => " (written as 2026-01-31 23:59:59, 1753-01-01 to 9999-12-31)",
        SqlTypeKind.SmallDateTime => " (written as 2026-01-31 23:59:59, 1900-01-01 to 2079-06-06)",
        _ => "",
    };

    private static string? Plain(string? value, ValueForm? form)
    {
        Span<byte> room = stackalloc byte[ValueForm.BytesMax];
        return value is not null && form is not null
            && form.TryRead(Encoding.UTF8.GetBytes(value), room, out var length)
            ? Encoding.UTF8.GetString(room[..length])
            : value;
    }

    private static int Decimals(string? value)
    {
        Span<byte> plain = stackalloc byte[ExponentText.BytesMax];
        if (value is not null
            && ExponentText.Write(Encoding.UTF8.GetBytes(value), plain, out var length) == ValueResult.Ok)
        {
            value = Encoding.UTF8.GetString(plain[..length]);
        }

        var point = value?.IndexOf('.', StringComparison.Ordinal) ?? -1;
        return point < 0 ? 0 : value!.Skip(point + 1).TakeWhile(char.IsAsciiDigit).Count();
    }

    private static string KeyText(RowBatch source, GuardColumn column, int row) =>
        Text(source.Columns[column.Source], row) is { } text ? ShownText.Kept(text) : "NULL";

    // A value far longer than anything kept of it is not turned into a string as a whole.
    private static string? Text(ColumnVector vector, int row)
    {
        if (vector.IsNull(row))
        {
            return !vector.TryBeyond(row, out var beyond) ? null
                : vector.TryUnread(row, out _, out var isText) && !isText
                ? "0x" + Convert.ToHexString(beyond[..Math.Min(beyond.Length, ShownText.KeptCharsMax / 2)])
                : ShownText.Kept(beyond);
        }

        Span<byte> room = stackalloc byte[ValueFormat.BytesMax];
        if (ValueStorages.IsText(vector.Type))
        {
            return ShownText.Kept(vector.Bytes(row));
        }

        return vector.Type.IsBinary
            ? Convert.ToHexString(
                vector.Bytes(row)[..Math.Min(vector.Lengths[row], ShownText.KeptCharsMax / 2)])
            : Encoding.ASCII.GetString(room[..ValueFormat.Write(vector, row, room)]);
    }

    private string Show(GuardColumn column, string? value)
    {
        if (value is null)
        {
            return "NULL";
        }

        if (!column.Sensitive)
        {
            var shown = value.AsSpan(0, Math.Min(value.Length, 2 * ShownText.CharsMax));
            return ShownText.Of(Encoding.UTF8.GetBytes(shown.ToArray()));
        }

        var bytes = Encoding.UTF8.GetBytes(value);
        var hash = Convert.ToHexStringLower(HMACSHA256.HashData(hashKey.Span, bytes))[..HashChars];
        return string.Create(CultureInfo.InvariantCulture, $"sensitive, {value.Length} characters, #{hash}");
    }
}
