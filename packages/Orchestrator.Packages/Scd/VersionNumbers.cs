using System.Text;
using Orchestrator.Data;
using Orchestrator.Data.Scd;
using Orchestrator.Packages.Store;

namespace Orchestrator.Packages.Scd;

/// <summary>
/// Rows and versions as <see cref="ScdWorker"/> takes them, of numbers: of the key, and as values the hash of what is
/// tracked, the row that the version's own values come from, and for each shared value the row that it comes from.
/// </summary>
/// <param name="rows">The columns of the target.</param>
/// <param name="table">Its name, for messages.</param>
internal sealed class VersionNumbers(VersionedRows rows, string table)
{
    private const int OwnPlace = 1;
    private const int SharedPlace = 2;

    private static readonly object Standing = ScdFlowDialect.Standing;
    private static readonly object StandingBefore = ScdFlowDialect.StandingBefore;

    /// <summary>How many new versions were written.</summary>
    public long New { get; private set; }

    /// <summary>How many that are there, with other ends, places or values.</summary>
    public long Changed { get; private set; }

    /// <summary>How many of these have the values of a row.</summary>
    public long Corrected { get; private set; }

    /// <summary>How many of these have other values that all versions of their key share.</summary>
    public long Shared { get; private set; }

    /// <summary>What changes of the values mean.</summary>
    public static IReadOnlyList<ScdColumn> Columns(VersionedRows rows) =>
    [
        new(ScdChange.Track), new(ScdChange.Ignore),
        .. rows.OfKey.Select(one => new ScdColumn(one.Value == KeyValue.First ? ScdChange.Fixed
            : one.Before is null ? ScdChange.Overwrite : ScdChange.Previous)),
    ];

    /// <summary>A row of <see cref="ScdFlowDialect.ReadRows"/>.</summary>
    public ScdRow Row(ColumnVector[] columns, int at)
    {
        const int before = 4;
        var number = OwnCells.Number(columns[0], at);
        var values = new object?[SharedPlace + rows.OfKey.Count];
        (values[0], values[OwnPlace]) = (Bytes(columns[3], at), number);
        for (var place = 0; place < rows.OfKey.Count; place++)
        {
            values[SharedPlace + place] = OwnCells.Number(columns[before + place], at);
        }

        return new ScdRow([OwnCells.Number(columns[1], at)], OwnCells.Time(columns[2], at), number, values);
    }

    /// <summary>A row of <see cref="ScdFlowDialect.ReadVersions"/>.</summary>
    /// <exception cref="PackageRefusedException">It is no version.</exception>
    public ScdVersion Version(ColumnVector[] columns, int at)
    {
        try
        {
            // An end may be missing, the hash of a row that somebody else wrote, and a flag.
            foreach (var place in (int[])[1, 3, 4])
            {
                _ = columns[place].IsNull(at) ? throw new FormatException("it is NULL, or nothing that can be read")
                    : place;
            }

            var values = new object?[SharedPlace + rows.OfKey.Count];
            Array.Fill(values, Standing, SharedPlace, rows.OfKey.Count);
            values[0] = Bytes(columns[5], at);
            var beside = new object?[values.Length];
            for (var place = 0; place < rows.OfKey.Count; place++)
            {
                beside[SharedPlace + place] = rows.OfKey[place].Before is null ? null : StandingBefore;
            }

            return new ScdVersion(
                [OwnCells.Number(columns[0], at)], OwnCells.Time(columns[1], at), End(columns, at), values, beside)
            {
                Number = OwnCells.Number(columns[4], at),
                IsDeleted = rows.Deleted is not null && !columns[6].IsNull(at) && OwnCells.Flag(columns[6], at),
            };
        }
        catch (Exception wrong) when (wrong is FormatException or OverflowException)
        {
            throw VersionRefusal.Of(rows, table, wrong.Message);
        }
    }

    /// <summary>Writes a version as <see cref="ScdFlowDialect.OutcomeColumns"/> have it.</summary>
    public void Write(ScdVersion version, ColumnVector[] columns, int at)
    {
        columns[0].Int64s[at] = (long)version.Key[0]!;
        columns[1].Int64s[at] = version.From.Ticks;
        Write(columns[2], at, version.To?.Ticks);
        columns[3].Int64s[at] = version.Number;
        var row = (long?)version.Values[OwnPlace];
        var isShared = version.Values.Skip(SharedPlace).Any(value => !Standing.Equals(value))
            || version.Beside.Any(value => value is not null && !StandingBefore.Equals(value));
        Count(version.IsNew, row is not null, isShared);
        columns[4].Int64s[at] = version.IsNew ? ScdFlowDialect.New
            : row is null ? ScdFlowDialect.Standing : ScdFlowDialect.Corrected;
        Write(columns[5], at, row);
        columns[6].Int64s[at] = version.IsDeleted ? 1 : 0;
        columns[7].Int64s[at] = isShared ? 1 : 0;
        var to = 8;
        for (var place = 0; place < rows.OfKey.Count; place++)
        {
            Write(columns[to++], at, (long?)version.Values[SharedPlace + place]);
            if (rows.OfKey[place].Before is not null)
            {
                Write(columns[to++], at, (long?)version.Beside[SharedPlace + place]);
            }
        }
    }

    private void Count(bool isNew, bool isCorrected, bool isShared)
    {
        New += isNew ? 1 : 0;
        Changed += isNew ? 0 : 1;
        Corrected += !isNew && isCorrected ? 1 : 0;
        Shared += !isNew && isShared ? 1 : 0;
    }

    // A text of as many characters, which is compared faster than bytes.
    private static string? Bytes(ColumnVector vector, int at) =>
        vector.IsNull(at) ? null : Encoding.Latin1.GetString(vector.Bytes(at));

    private static DateTime? End(ColumnVector[] columns, int at) =>
        OwnCells.Flag(columns[3], at) ? null
        : columns[2].IsNull(at) ? throw new FormatException("its end is NULL, and it is not the one that has none")
        : OwnCells.Time(columns[2], at);

    private static void Write(ColumnVector to, int at, long? value)
    {
        if (value is { } some)
        {
            to.Int64s[at] = some;
        }
        else
        {
            to.SetNull(at);
        }
    }
}
