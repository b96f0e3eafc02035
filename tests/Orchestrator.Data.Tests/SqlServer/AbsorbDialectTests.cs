using Orchestrator.Core.Types;
using Orchestrator.Data.Absorb;
using Orchestrator.Data.SqlServer;

namespace Orchestrator.Data.Tests.SqlServer;

/// <summary>The statements of a buffer, on disk and in memory.</summary>
internal sealed class AbsorbDialectTests
{
    private static readonly BufferedTable Table = new(
        new TableName("dbo", "it's_buffer"), new TableName("dbo", "it's"),
        [
            new RowColumn("Id", new SqlType(SqlTypeKind.Int), Nullable: false),
            new RowColumn("State", new SqlType(SqlTypeKind.NVarChar, 20)),
            new RowColumn("ModifiedAt", new SqlType(SqlTypeKind.DateTime2, Scale: 3)),
        ],
        ["Id"], "ModifiedAt", "RowBufferId");

    [Test]
    [Category("Approved")]
    public void Statements_of_a_buffer_on_disk() =>
        Approved.Check("absorb-disk", Text(new SqlServerDialect().Absorb(Table), isPersisted: true));

    [Test]
    [Category("Approved")]
    public void Statements_of_a_buffer_in_memory() =>
        Approved.Check("absorb-memory", Text(new SqlServerDialect().Absorb(Table).InMemory, isPersisted: false));

    [Test]
    public void Only_a_buffer_in_memory_can_be_lossy_and_is_made_apart_from_transactions()
    {
        var disk = new SqlServerDialect().Absorb(Table);

        Assert.That((disk.CanBeLossy, disk.IsMadeInTransaction), Is.EqualTo((false, true)));
        Assert.That((disk.InMemory.CanBeLossy, disk.InMemory.IsMadeInTransaction), Is.EqualTo((true, false)));
    }

    [Test]
    public void A_buffer_with_a_column_that_is_in_no_memory_optimised_table_lies_on_disk_and_that_is_said()
    {
        var disk = new SqlServerDialect().Absorb(Table with
        {
            Columns = [.. Table.Columns, new RowColumn("Seen", new SqlType(SqlTypeKind.DateTimeOffset, Scale: 3))],
        });

        Assert.That(disk.CanBeInMemory, Is.Null);
        Assert.That(disk.Place, Does.Contain("datetimeoffset(3) ('Seen')").And.Contain("on disk"));
    }

    [Test]
    public void Without_an_index_rows_are_taken_as_they_lie()
    {
        var disk = new SqlServerDialect().Absorb(Table with { Index = BufferIndex.None });

        Assert.That(disk.Drain(0)[1].Sql, Does.Contain("SELECT TOP (@rows) * FROM").And.Not.Contain("ORDER BY"));
        Assert.That(disk.InMemory.Drain(0)[2].Sql, Does.EndWith("ORDER BY [RowBufferId]"));
    }

    private static string Text(AbsorbDialect sql, bool isPersisted) => string.Join("\n\n",
    [
        sql.CanBeInMemory!, sql.IsInMemory!, .. sql.Create(new BufferOptions(isPersisted, 42)),
        .. sql.Open, .. sql.Drain(2).Select(statement => $"-- counts {statement.Counts}\n{statement.Sql}"), sql.Age,
        sql.Ends, sql.Drain(2, isPart: true).First(one => one.Counts == DrainCount.Taken).Sql, sql.Hold, sql.RowOf,
        sql.Remove, sql.Count, sql.Last, sql.HasRows, sql.HasUpTo, sql.LastHeld, .. sql.Drop,
        sql.Drainers.Read, sql.Drainers.Take, sql.Drainers.IsHeld!, sql.Drainers.Session!, sql.Drainers.EndSession!,
    ]) + "\n";
}
