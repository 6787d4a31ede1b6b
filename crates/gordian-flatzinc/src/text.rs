//! Reads FlatZinc texts.
//!
//! Two forms of earlier versions are read as well: parameters that are no arrays, and array
//! accesses `x[3]`.

use std::ops::Range;

use crate::instance::{
    Annotation, AnnotationArgument, Argument, Constraint, Goal, Instance, Variable, VariableType,
};
use crate::lexer::{Lexer, Token};
use crate::names::{Declarations, array};
use crate::{FlatZincError, FlatZincErrorKind, IntSet};

/// The largest depth of nested annotations.
const MAX_DEPTH: usize = 100;

/// Reads a FlatZinc text.
///
/// # Errors
///
/// The first error, with its place in bytes.
pub(crate) fn parse(text: &str) -> Result<Instance, FlatZincError> {
    let mut lexer = Lexer::new(text);
    let (token, span) = lexer.next()?;
    let mut parser =
        Parser { lexer, token, span, end: 0, declarations: Declarations::default(), depth: 0 };
    parser.model()
}

struct Parser<'t> {
    lexer: Lexer<'t>,
    token: Token<'t>,
    span: Range<usize>,
    /// The end of the token before.
    end: usize,
    declarations: Declarations,
    depth: usize,
}

/// A type in a declaration.
struct DeclaredType {
    is_var: bool,
    /// The first and the last index, of an array.
    index_set: Option<(i64, i64)>,
    element: ElementType,
}

enum ElementType {
    Bool,
    Int(Option<IntSet>),
    Set(Option<IntSet>),
}

impl<'t> Parser<'t> {
    fn model(&mut self) -> Result<Instance, FlatZincError> {
        loop {
            match self.token {
                Token::Name("predicate") => {
                    while self.token != Token::Sign(";") {
                        if self.token == Token::End {
                            return Err(self.expected("`;`"));
                        }
                        self.advance()?;
                    }
                    self.advance()?;
                }
                Token::Name("constraint") => self.constraint()?,
                Token::Name("solve") => {
                    let (goal, search) = self.solve()?;
                    if self.token != Token::End {
                        return Err(self.expected("the end of the text"));
                    }
                    return Ok(std::mem::take(&mut self.declarations).finish(goal, search));
                }
                Token::End => return Err(self.expected("`solve`")),
                _ => self.declaration()?,
            }
        }
    }

    fn constraint(&mut self) -> Result<(), FlatZincError> {
        let start = self.span.start;
        self.advance()?;
        let predicate = self.name("the name of a constraint")?.to_owned();
        self.sign("(")?;
        let arguments = self.list(")", Self::expression)?;
        let span = start..self.end;
        let annotations = self.annotations()?;
        self.sign(";")?;
        self.declarations.add_constraint(Constraint {
            predicate,
            arguments,
            annotations,
            span: Some(span),
        });
        Ok(())
    }

    fn solve(&mut self) -> Result<(Goal, Vec<Annotation>), FlatZincError> {
        self.advance()?;
        let search = self.annotations()?;
        let goal = match self.token {
            Token::Name("satisfy") => {
                self.advance()?;
                Goal::Satisfy
            }
            Token::Name("minimize") => {
                self.advance()?;
                Goal::Minimise(self.expression()?)
            }
            Token::Name("maximize") => {
                self.advance()?;
                Goal::Maximise(self.expression()?)
            }
            _ => return Err(self.expected("`satisfy`, `minimize` or `maximize`")),
        };
        self.sign(";")?;
        Ok((goal, search))
    }

    fn declaration(&mut self) -> Result<(), FlatZincError> {
        let start = self.span.start;
        let declared = self.declared_type()?;
        self.sign(":")?;
        let name_span = self.span.clone();
        let name = self.name("a name")?;
        let annotations = self.annotations()?;
        let value = match self.token {
            Token::Sign("=") => {
                self.advance()?;
                Some(self.expression()?)
            }
            _ => None,
        };
        let span = start..self.end;
        self.sign(";")?;
        let value = match (declared, value) {
            (DeclaredType { index_set: Some((first, last)), .. }, value) => {
                let Some(Argument::Array(items)) = value else {
                    return Err(expected("an array literal", "another value", span));
                };
                let length = i128::from(last) - i128::from(first) + 1;
                if i128::try_from(items.len()) != Ok(length.max(0)) {
                    let found = format!("{} elements", items.len());
                    return Err(expected(&format!("{} elements", length.max(0)), &found, span));
                }
                let value = Argument::Array(items);
                self.declarations.declare(name, value.clone(), name_span)?;
                value
            }
            (DeclaredType { is_var: true, element, .. }, definition) => {
                let variable_type = match element {
                    ElementType::Bool => VariableType::Bool,
                    ElementType::Int(domain) => VariableType::Int(domain),
                    ElementType::Set(elements) => VariableType::Set(elements),
                };
                let variable = Variable { name: name.to_owned(), variable_type, definition };
                self.declarations.declare_variable(variable, name_span)?
            }
            (DeclaredType { is_var: false, .. }, Some(value)) => {
                self.declarations.declare(name, value.clone(), name_span)?;
                value
            }
            (DeclaredType { is_var: false, .. }, None) => {
                return Err(expected("the value of the parameter", "`;`", span));
            }
        };
        for annotation in annotations {
            match annotation.name.as_str() {
                "output_var" => self.declarations.add_output(name, value.clone(), Vec::new()),
                "output_array" => {
                    let dimensions = dimensions(&annotation).ok_or_else(|| {
                        expected("a list of ranges", "other arguments", span.clone())
                    })?;
                    self.declarations.add_output(name, value.clone(), dimensions);
                }
                _ => {}
            }
        }
        Ok(())
    }

    fn declared_type(&mut self) -> Result<DeclaredType, FlatZincError> {
        let mut index_set = None;
        if self.token == Token::Name("array") {
            self.advance()?;
            self.sign("[")?;
            let first = self.int()?;
            self.sign("..")?;
            index_set = Some((first, self.int()?));
            self.sign("]")?;
            self.keyword("of")?;
        }
        let is_var = self.token == Token::Name("var");
        if is_var {
            self.advance()?;
        }
        let element = match self.token {
            Token::Name("bool") => {
                self.advance()?;
                ElementType::Bool
            }
            Token::Name("int") => {
                self.advance()?;
                ElementType::Int(None)
            }
            Token::Name("float") | Token::Float => return Err(self.float("the declaration")),
            Token::Name("set") => {
                self.advance()?;
                self.keyword("of")?;
                if self.token == Token::Name("int") {
                    self.advance()?;
                    ElementType::Set(None)
                } else {
                    ElementType::Set(Some(self.set()?))
                }
            }
            Token::Int(_) | Token::Sign("{") => ElementType::Int(Some(self.set()?)),
            _ => return Err(self.expected("a declaration, `constraint` or `solve`")),
        };
        Ok(DeclaredType { is_var, index_set, element })
    }

    /// Reads a set literal.
    fn set(&mut self) -> Result<IntSet, FlatZincError> {
        if self.token == Token::Sign("{") {
            self.advance()?;
            let values = self.list("}", |parser| {
                if parser.token == Token::Float {
                    return Err(parser.float("the set"));
                }
                parser.int()
            })?;
            return Ok(values.into_iter().collect());
        }
        let lower = self.int()?;
        self.sign("..")?;
        Ok(IntSet::range(lower, self.int()?))
    }

    /// Reads a literal, a name or an array.
    fn expression(&mut self) -> Result<Argument, FlatZincError> {
        match self.token {
            Token::Sign("[") => {
                self.advance()?;
                Ok(array(self.list("]", Self::array_element)?))
            }
            _ => self.basic_expression(),
        }
    }

    /// Reads a literal or a name that is not the name of an array.
    fn array_element(&mut self) -> Result<Argument, FlatZincError> {
        let span = self.span.clone();
        match self.basic_expression()? {
            Argument::Array(_) => Err(expected("a single value", "an array", span)),
            value => Ok(value),
        }
    }

    /// Reads a literal or a name.
    fn basic_expression(&mut self) -> Result<Argument, FlatZincError> {
        let span = self.span.clone();
        match self.token {
            Token::Name("true") => {
                self.advance()?;
                Ok(Argument::Bool(true))
            }
            Token::Name("false") => {
                self.advance()?;
                Ok(Argument::Bool(false))
            }
            Token::Name(name) => {
                self.advance()?;
                let value = self.declarations.value(name, span.clone())?;
                if self.token == Token::Sign("[") {
                    return self.array_access(&value, span);
                }
                Ok(value)
            }
            Token::Int(value) => {
                self.advance()?;
                if self.token != Token::Sign("..") {
                    return Ok(Argument::Int(value));
                }
                self.advance()?;
                Ok(Argument::Set(IntSet::range(value, self.int()?)))
            }
            Token::Sign("{") => Ok(Argument::Set(self.set()?)),
            Token::Float => Err(self.float("the model")),
            _ => Err(self.expected("a value")),
        }
    }

    fn array_access(
        &mut self,
        value: &Argument,
        span: Range<usize>,
    ) -> Result<Argument, FlatZincError> {
        self.advance()?;
        let index = self.int()?;
        self.sign("]")?;
        let Argument::Array(items) = value else {
            return Err(expected("an array", "another value", span));
        };
        let position = usize::try_from(index).ok().and_then(|index| index.checked_sub(1));
        let item = position.and_then(|position| items.get(position));
        item.cloned().ok_or_else(|| {
            expected(&format!("an index from 1 to {}", items.len()), &format!("{index}"), span)
        })
    }

    fn annotations(&mut self) -> Result<Vec<Annotation>, FlatZincError> {
        let mut annotations = Vec::new();
        while self.token == Token::Sign("::") {
            self.advance()?;
            let name = self.name("the name of an annotation")?.to_owned();
            annotations.push(self.annotation(name)?);
        }
        Ok(annotations)
    }

    /// Reads the arguments of an annotation after its name.
    fn annotation(&mut self, name: String) -> Result<Annotation, FlatZincError> {
        let mut arguments = Vec::new();
        if self.token == Token::Sign("(") {
            self.advance()?;
            arguments = self.list(")", Self::annotation_argument)?;
        }
        Ok(Annotation { name, arguments })
    }

    fn annotation_argument(&mut self) -> Result<AnnotationArgument, FlatZincError> {
        if self.depth == MAX_DEPTH {
            return Err(FlatZincError::new(FlatZincErrorKind::Depth, self.span.clone()));
        }
        self.depth += 1;
        let argument = match self.token.clone() {
            Token::Sign("[") => {
                self.advance()?;
                AnnotationArgument::List(self.list("]", Self::annotation_argument)?)
            }
            Token::Text(text) => {
                self.advance()?;
                AnnotationArgument::Text(text)
            }
            Token::Float => {
                self.advance()?;
                // A range of such numbers is possible, too.
                if self.token == Token::Sign("..") {
                    self.advance()?;
                    self.advance()?;
                }
                AnnotationArgument::Float
            }
            Token::Name(name)
                if !matches!(name, "true" | "false") && self.declarations.find(name).is_none() =>
            {
                self.advance()?;
                AnnotationArgument::Annotation(self.annotation(name.to_owned())?)
            }
            _ => AnnotationArgument::Value(self.expression()?),
        };
        self.depth -= 1;
        Ok(argument)
    }

    /// Reads items with commas between them up to `close`; a comma may follow the last one.
    fn list<T>(
        &mut self,
        close: &'static str,
        mut item: impl FnMut(&mut Self) -> Result<T, FlatZincError>,
    ) -> Result<Vec<T>, FlatZincError> {
        let mut items = Vec::new();
        while self.token != Token::Sign(close) {
            items.push(item(self)?);
            if self.token != Token::Sign(",") {
                if self.token != Token::Sign(close) {
                    return Err(self.expected(&format!("`,` or `{close}`")));
                }
                break;
            }
            self.advance()?;
        }
        self.sign(close)?;
        Ok(items)
    }

    fn advance(&mut self) -> Result<(), FlatZincError> {
        self.end = self.span.end;
        (self.token, self.span) = self.lexer.next()?;
        Ok(())
    }

    fn name(&mut self, what: &str) -> Result<&'t str, FlatZincError> {
        let Token::Name(name) = self.token else { return Err(self.expected(what)) };
        self.advance()?;
        Ok(name)
    }

    fn keyword(&mut self, keyword: &'static str) -> Result<(), FlatZincError> {
        if self.token != Token::Name(keyword) {
            return Err(self.expected(&format!("`{keyword}`")));
        }
        self.advance()
    }

    fn int(&mut self) -> Result<i64, FlatZincError> {
        let Token::Int(value) = self.token else { return Err(self.expected("an integer")) };
        self.advance()?;
        Ok(value)
    }

    fn sign(&mut self, sign: &'static str) -> Result<(), FlatZincError> {
        if self.token != Token::Sign(sign) {
            return Err(self.expected(&format!("`{sign}`")));
        }
        self.advance()
    }

    fn expected(&self, what: &str) -> FlatZincError {
        expected(what, &self.token.describe(), self.span.clone())
    }

    fn float(&self, what: &str) -> FlatZincError {
        let kind = FlatZincErrorKind::Float { what: what.to_owned() };
        FlatZincError::new(kind, self.span.clone())
    }
}

fn expected(what: &str, found: &str, span: Range<usize>) -> FlatZincError {
    let kind = FlatZincErrorKind::Expected { expected: what.to_owned(), found: found.to_owned() };
    FlatZincError::new(kind, span)
}

/// Returns the ranges of indices in `output_array([1..2, 1..3])`.
fn dimensions(annotation: &Annotation) -> Option<Vec<(i64, i64)>> {
    let range = |argument: &AnnotationArgument| match argument {
        AnnotationArgument::Value(Argument::Set(set)) => Some(set.bounds().unwrap_or((1, 0))),
        _ => None,
    };
    match &annotation.arguments[..] {
        [AnnotationArgument::List(ranges)] => ranges.iter().map(range).collect(),
        _ => None,
    }
}
