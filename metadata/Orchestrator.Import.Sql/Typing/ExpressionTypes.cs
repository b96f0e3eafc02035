using System.Globalization;
using Microsoft.SqlServer.TransactSql.ScriptDom;
using Orchestrator.Core.Types;
using Orchestrator.Import.Sql.Drafts;
using Orchestrator.Import.Sql.Statements;

namespace Orchestrator.Import.Sql.Typing;

/// <summary>
/// Types of values that are computed. What is not told for certain has none; and what is computed may be NULL unless
/// the server's rules say that it is not, because it may overflow.
/// </summary>
/// <param name="drafts">Knows functions that somebody made.</param>
/// <param name="types">Knows types.</param>
/// <param name="column">Finds a column.</param>
internal sealed class ExpressionTypes(
    SqlDrafts drafts, TypeLookup types, Func<ColumnReferenceExpression, ToldValue> column)
{
    private const int DepthMax = 100;

    private int _depth;

    /// <summary>The type of a value.</summary>
    public ToldValue Of(ScalarExpression? value)
    {
        if (_depth >= DepthMax)
        {
            return ToldValue.Unknown;
        }

        _depth++;
        var found = value switch
        {
            ParenthesisExpression inner => Of(inner.Expression),
            ColumnReferenceExpression { ColumnType: ColumnType.Regular } reference => column(reference),
            Literal literal => OfLiteral(literal),
            CastCall cast => Cast(cast.DataType),
            TryCastCall cast => Cast(cast.DataType),
            ConvertCall cast => Cast(cast.DataType),
            TryConvertCall cast => Cast(cast.DataType),
            UnaryExpression sign => new ToldValue(Of(sign.Expression).Type, true),
            BinaryExpression pair => Pair(pair),
            NullIfExpression either => new ToldValue(Of(either.FirstExpression).Type, true),
            CoalesceExpression first => OneOf(first.Expressions, isAllNull: true),
            IIfCall choice => OneOf([choice.ThenExpression, choice.ElseExpression]),
            SearchedCaseExpression cases =>
                OneOf([.. cases.WhenClauses.Select(each => each.ThenExpression), cases.ElseExpression]),
            SimpleCaseExpression cases =>
                OneOf([.. cases.WhenClauses.Select(each => each.ThenExpression), cases.ElseExpression]),
            FunctionCall call => Call(call),
            _ => ToldValue.Unknown,
        };
        _depth--;
        return found;
    }

    private static ToldValue OfLiteral(Literal literal) => new(literal switch
    {
        IntegerLiteral whole => int.TryParse(whole.Value, NumberStyles.None, CultureInfo.InvariantCulture, out _)
            ? new SqlType(SqlTypeKind.Int) : Decimal(whole.Value),
        NumericLiteral number => Decimal(number.Value),
        RealLiteral => new SqlType(SqlTypeKind.Float),
        MoneyLiteral => new SqlType(SqlTypeKind.Money, Scale: 4),
        StringLiteral { IsNational: true, Value.Length: <= 4000 } text =>
            new SqlType(SqlTypeKind.NVarChar, Math.Max(1, text.Value.Length)),
        StringLiteral { IsNational: false, Value.Length: <= 8000 } text =>
            new SqlType(SqlTypeKind.VarChar, Math.Max(1, text.Value.Length)),
        _ => null,
    }, literal is NullLiteral);

    // 0.50 is numeric(2,2): a zero before the point is no digit.
    private static SqlType? Decimal(string text)
    {
        var point = text.IndexOf('.', StringComparison.Ordinal);
        var scale = point < 0 ? 0 : text.Length - point - 1;
        var precision = Math.Max(1, (point < 0 ? text : text[..point]).TrimStart('0').Length + scale);
        return precision <= 38 ? new SqlType(SqlTypeKind.Decimal, 0, precision, scale) : null;
    }

    private ToldValue Cast(DataTypeReference type) =>
        new(types.Of(TypeReader.Of(type), TypeLookup.OfCast).Type, true);

    private ToldValue Pair(BinaryExpression pair)
    {
        var (left, right) = (Of(pair.FirstExpression).Type, Of(pair.SecondExpression).Type);

        // How many digits a whole number has that stands beside a decimal one is not written anywhere.
        var isUnsure = (IsWhole(pair.FirstExpression) && right is { Kind: SqlTypeKind.Decimal })
            || (IsWhole(pair.SecondExpression) && left is { Kind: SqlTypeKind.Decimal });
        return isUnsure || left is null || right is null ? ToldValue.Unknown
            : new ToldValue(Arithmetic.Of(pair.BinaryExpressionType, left.Value, right.Value), true);
    }

    private static bool IsWhole(ScalarExpression value) => value switch
    {
        ParenthesisExpression inner => IsWhole(inner.Expression),
        UnaryExpression sign => IsWhole(sign.Expression),
        _ => value is IntegerLiteral,
    };

    // What is NULL for certain decides no type.
    private ToldValue OneOf(IEnumerable<ScalarExpression?> values, bool isAllNull = false)
    {
        var all = values.ToArray();
        var found = all.Where(value => value is not (null or NullLiteral)).Select(Of).ToArray();
        return new ToldValue(
            Arithmetic.Common([.. found.Select(value => value.Type)]),
            isAllNull ? found.All(value => value.Nullable)
                : found.Length < all.Length || found.Any(value => value.Nullable));
    }

    private ToldValue Call(FunctionCall call)
    {
        var name = call.FunctionName.Value;
        if (call.CallTarget is MultiPartIdentifierCallTarget { MultiPartIdentifier.Identifiers: [var schema] }
            && drafts.Function(drafts.Named(schema.Value, name)) is { } returned)
        {
            return new ToldValue(types.Of(returned, TypeLookup.OfColumn).Type, true);
        }

        var arguments = call.Parameters.Select(Of).ToArray();
        var isFilled = name.Equals("ISNULL", StringComparison.OrdinalIgnoreCase)
            && arguments.Length == 2 && arguments.Any(argument => !argument.Nullable);
        return new ToldValue(FunctionTypes.Of(name, [.. arguments.Select(each => each.Type)]), !isFilled);
    }
}
