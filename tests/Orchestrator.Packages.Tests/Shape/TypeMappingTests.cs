using Orchestrator.Metadata.Diagnostics;
using Orchestrator.Metadata.Model;

namespace Orchestrator.Packages.Tests.Shape;

/// <summary>`dataTypeMappings` where source and target could keep the source's own types.</summary>
internal sealed class TypeMappingTests
{
    private PostgreSqlRig _rig = null!;

    [SetUp]
    public void Make()
    {
        _rig = new PostgreSqlRig();
        _rig.Execute("""
            CREATE TABLE s (named numeric(9,2), other numeric(9,3), own interval, span tsrange);
            INSERT INTO s VALUES (1.25, 1.255, '1 day', '[2026-01-01,2026-01-31)');
            """);
    }

    [TearDown]
    public void Remove() => _rig.Dispose();

    [Test]
    public void Only_the_type_that_is_named_becomes_another()
    {
        Run(("decimal(9,2)", "decimal(12,4)"));

        Assert.That(Types(), Is.EqualTo((string[])
            ["named numeric(12,4)", "other numeric(9,3)", "own interval", "span tsrange"]));
    }

    [Test]
    public void A_type_of_the_server_that_is_mapped_is_not_kept_as_it_was()
    {
        Run(("nvarchar(max)", "nvarchar(60)"));

        Assert.That(Types(), Is.EqualTo((string[])
        [
            "named numeric(9,2)", "other numeric(9,3)", "own character varying(60)",
            "span character varying(60)",
        ]));
        Assert.That(_rig.Query("SELECT own FROM t"), Is.EqualTo((string[])["1 day"]));
    }

    private void Run((string From, string To) mapping)
    {
        var result = _rig.Rig.Run(PostgreSqlRig.Load("t") with
        {
            Source = new ObjectSource { Connection = "Pg", Name = "s" },
            TypeMappings = [new TypeMapping(Rig.Type(mapping.From), Rig.Type(mapping.To), Origin.Default)],
        });
        Assert.That(result.Error?.Message, Is.Null);
    }

    private string[] Types() => _rig.Query(
        "SELECT attname || ' ' || format_type(atttypid, atttypmod) AS type FROM pg_attribute "
        + "WHERE attrelid = 't'::regclass AND attnum > 0 ORDER BY attnum");
}
