using Orchestrator.Data;
using Orchestrator.Metadata.Model;

namespace Orchestrator.Packages.Tests.Store;

/// <summary>A PostgreSQL database of SQL_ASCII keeps bytes of any meaning, and counts them.</summary>
internal sealed class BytesEncodingTests
{
    [Test]
    public void Every_character_is_kept_and_lengths_count_bytes()
    {
        using var rig = new PostgreSqlRig("SQL_ASCII");
        rig.Rig.Write("t.csv", "Id,Name\n1,€€€\n2,€€€€\n3,abcdefghij\n");

        var result = rig.Rig.Run(PostgreSqlRig.Load("t", Rig.Column("Id", "int"), Rig.Column("Name", "nvarchar(10)"))
            with
        { Errors = new ErrorOptions { OnError = Rig.Written(Policy.Redirect) } });

        Assert.That(result.Error, Is.Null);
        Assert.That(result.Counts, Is.EqualTo(new RowCounts(3, 2, 0, 0, 0, 0, 1, 0)));
        Assert.That(rig.Query("""SELECT "Reason", "RowNumber" FROM err.t"""),
            Is.EqualTo((string[])["Truncation|2"]));
    }
}
