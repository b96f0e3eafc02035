using Orchestrator.Core.Expressions;
using Orchestrator.Core.Types;
using Orchestrator.Ssis.Expressions.Generation;

namespace Orchestrator.Metadata.Tests.SsisGeneration;

internal sealed class SsisConditionTextTests
{
    private static readonly SsisConditionNames Names = new(symbol => symbol.Name) { Now = "${run:began}" };

    [TestCase("@[User::Rows] > 0", "Rows > 0")]
    [TestCase("@[User::Rows] > 0 && @[User::Tenant] == \"A\"", "Rows > 0 and Tenant = 'A'")]
    [TestCase("!@[User::Full] || @[User::Rows] % 2 == 1", "not Full or Rows % 2 = 1")]
    [TestCase("@[User::Rows] == 0.5", "Rows = 0.5 + 0")]
    [TestCase("@[User::Rows] / 3 > 1", "(Rows - Rows % 3) / 3 > 1")]
    [TestCase("(@[User::Rows] + 1) * 2", "(Rows + 1) * 2")]
    [TestCase("@[User::Tenant] + \"it's\"", "Tenant || 'it''s'")]
    [TestCase("FINDSTRING(@[User::Tenant],\"x\",1) > 0", "contains(Tenant, 'x')")]
    [TestCase("FINDSTRING(@[User::Tenant],\"x\",1) == 0", "not contains(Tenant, 'x')")]
    [TestCase("ISNULL(@[User::Tenant]) ? \"none\" : UPPER(@[User::Tenant])",
        "if(Tenant is null, 'none', upper(Tenant))")]
    [TestCase("(DT_WSTR,11)@[User::Rows]", "text(Rows)")]
    [TestCase("(DT_WSTR,4)@[User::Rows]", "if(length(text(Rows)) > 4, substring('', 0, 0), text(Rows))")]
    [TestCase("(DT_WSTR,5)@[User::Full]", "if(Full, 'True', 'False')")]
    [TestCase("(DT_WSTR,4)YEAR(@[User::Since])", "text(year(Since))")]
    [TestCase("(DT_WSTR,10)(DT_DBDATE)@[User::Since]", "substring(text(dateOf(Since)), 1, 10)")]
    [TestCase("SUBSTRING((DT_WSTR,30)GETDATE(),1,10)", "substring(if(length(text(${run:began})) = 19, "
        + "text(${run:began}), substring(text(${run:began}) || '000000000', 1, 29)), 1, 10)")]
    [TestCase("DATEADD(\"dd\",-1,@[User::Since])", "addDays(Since, -1)")]
    [TestCase("DATEADD(\"qq\",@[User::Rows],@[User::Since])", "addMonths(Since, Rows * 3)")]
    [TestCase("DATEDIFF(\"mm\",@[User::Since],GETDATE()) > 1",
        "(year(${run:began}) - year(Since)) * 12 + month(${run:began}) - month(Since) > 1")]
    [TestCase("DATEPART(\"dw\",@[User::Since]) == 1", "weekday(Since) % 7 + 1 = 1")]
    [TestCase("@[User::Since] >= (DT_DBTIMESTAMP)\"2003-07-04\"", "Since >= date('2003-07-04 00:00:00')")]
    [TestCase("RIGHT(@[User::Tenant],2)",
        "if(length(Tenant) <= 2, Tenant, substring(Tenant, length(Tenant) - 2 + 1, 2))")]
    public void An_expression_is_a_condition_that_is_read(string text, string condition)
    {
        var made = SsisConditionText.Of(SsisElements.Bound(text), Names);

        Assert.That(made.Text, Is.EqualTo(condition));
        Assert.That(() => Expression.Read(condition, TypeOf), Throws.Nothing);
    }

    [TestCase("@[User::Rows] & 1", "conditions have no equal for operators of bits")]
    [TestCase("REVERSE(@[User::Tenant])", "conditions have no equal for REVERSE")]
    [TestCase("(DT_I4)@[User::Tenant]", "conditions have no equal for a cast of DT_WSTR,20 to DT_I4")]
    [TestCase("@[User::Rows] / 1.5", "conditions have no equal for this operator of DT_NUMERIC")]
    [TestCase("GETUTCDATE()", "conditions have no equal for GETUTCDATE")]
    public void What_conditions_have_not_stays_open(string text, string reason)
    {
        var made = SsisConditionText.Of(SsisElements.Bound(text), Names);

        Assert.That(made.Text, Is.Null);
        Assert.That(made.Open!.Code, Is.EqualTo("ORC6010"));
        Assert.That(made.Open.Reason, Does.StartWith(reason));
    }

    private static SqlType? TypeOf(string word, string name) => (word, name) switch
    {
        ("var", "Rows") => new SqlType(SqlTypeKind.Int),
        ("var", "Tenant") => new SqlType(SqlTypeKind.NVarChar, 20),
        ("var", "Full") => new SqlType(SqlTypeKind.Bit),
        ("var", "Since") => new SqlType(SqlTypeKind.DateTime2, Scale: 3),
        ("run", "began") => new SqlType(SqlTypeKind.DateTime2, Scale: 3),
        _ => null,
    };
}
